import {
  type Actor,
  admin,
  day,
  isAdmin,
  mayWorkOn,
  must,
  type Name,
  names,
  note,
  refuse,
  type Role,
  type Site,
  type Outcome,
} from "./site.ts";

const newcomer = 7 * day;
const wait = day;

function giverOf(site: Site, name: Name): Name | null {
  const { givenBy, givenAt, isGone } = site.members[name];
  const isRecent = !isGone && givenBy !== null && !site.members[givenBy].isGone && givenAt > site.now - newcomer;
  return isRecent ? givenBy : null;
}

/** Who gave this person their role in the last days, who gave that one theirs, and so on. */
function recentGivers(site: Site, name: Name): Name[] {
  const givers: Name[] = [];
  for (let next = giverOf(site, name); next !== null && !givers.includes(next); next = giverOf(site, next))
    givers.push(next);
  return givers;
}

export const barredAuthors = (site: Site, name: Name): Name[] =>
  site.fourEyes ? [name, ...recentGivers(site, name)] : [];

/** Nobody is the second admin for themselves, nor for who gave them their role, nor beside a newcomer of the same giver. */
function mayBeSecond(site: Site, name: Name, other: Name): boolean {
  const [givers, others] = [recentGivers(site, name), recentGivers(site, other)];
  return name !== other && !others.includes(name) && !givers.some((one) => one === other || others.includes(one));
}

/** All that lose a right lose their keys, their asks, and the records that they may not work on any more. */
function loseRights(site: Site, who: string, name: Name, change: () => void): void {
  const assigned = site.entries.filter(({ assignedTo }) => assignedTo === name);
  change();
  site.members[name].keys = {};
  site.held = site.held.filter(({ askedBy, subject }) => askedBy !== name && subject !== name);
  for (const entry of assigned) {
    if (mayWorkOn(site, name, entry)) continue;
    entry.assignedTo = null;
    note(site, entry.id, who, "record-assigned");
  }
}

export type MemberChange = `make-${Role}` | "suspend" | "restore" | "delete";

const rank: readonly Role[] = ["admin", "moderator", "student"];

/** Under four eyes, a second admin must agree to whatever gives somebody power, or takes it from an admin. */
function needsSecond(site: Site, name: Name, change: MemberChange): boolean {
  const { role, isSuspended } = site.members[name];
  if (change === "suspend") return role === "admin" && !isSuspended;
  if (change === "restore") return role === "admin" && isSuspended;
  if (change === "delete") return role === "admin";
  const wanted = change.slice("make-".length) as Role;
  return wanted !== role && (role === "admin" || rank.indexOf(wanted) < rank.indexOf(role));
}

function takeEffect(site: Site, who: Name, name: Name, change: MemberChange): Outcome {
  const found = site.members[name];
  const hadAdmin = names.some((one) => isAdmin(site, one));
  const keeps = structuredClone(site);
  if (change === "suspend" && found.isSuspended) return "nothing";
  if (change === "restore" && !found.isSuspended) return "nothing";
  if (change === "restore") found.isSuspended = false;
  else if (change === "suspend") loseRights(site, who, name, () => (found.isSuspended = true));
  else if (change === "delete") {
    loseRights(site, who, name, () => (found.isGone = true));
    site.runs = site.runs.filter(({ by }) => by !== name);
  } else {
    const role = change.slice("make-".length) as Role;
    if (found.role === role) return "nothing";
    loseRights(site, who, name, () => Object.assign(found, { role, givenBy: who, givenAt: site.now }));
  }
  if (hadAdmin && !names.some((one) => isAdmin(site, one))) {
    Object.assign(site, keeps);
    refuse("last-admin");
  }
  if (change === "delete") site.erasedMembers.push(name);
  return "done";
}

export function changeMember(site: Site, actor: Actor, name: Name, change: MemberChange): Outcome {
  admin(site, actor);
  must(!site.members[name].isGone, "not-found");
  if (site.fourEyes && needsSecond(site, name, change)) hold(site, actor.name, change, name);
  return takeEffect(site, actor.name, name, change);
}

function hold(site: Site, askedBy: Name, kind: string, subject: Name | null): never {
  const isThere = site.held.some((one) => one.kind === kind && one.subject === subject);
  if (!isThere) site.held.push({ kind, subject, askedBy, dueAt: site.now + wait });
  refuse("waits");
}

/** Anybody who is an admin switches the rule on. Switching it off needs a second admin. */
export function setFourEyes(site: Site, actor: Actor, isOn: boolean): Outcome {
  admin(site, actor);
  if (site.fourEyes === isOn) return "nothing";
  if (!isOn) hold(site, actor.name, "four-eyes-off", null);
  site.fourEyes = true;
  return "done";
}

export function setShown(site: Site, actor: Actor, shown: Partial<Pick<Site, "policy" | "showsDocuments">>): Outcome {
  admin(site, actor);
  const before = { ...site };
  Object.assign(site, shown);
  return before.policy === site.policy && before.showsDocuments === site.showsDocuments ? "nothing" : "done";
}

function release(site: Site, index: number): Outcome {
  const held = site.held[index];
  must(held !== undefined, "not-found");
  must(isAdmin(site, held.askedBy), "not-allowed");
  const left = site.held.filter((one) => one !== held);
  if (held.subject === null) {
    site.fourEyes = false;
    site.held = [];
    return "done";
  }
  must(!site.members[held.subject].isGone, "not-found");
  const others = site.held;
  site.held = left;
  try {
    takeEffect(site, held.askedBy, held.subject, held.kind as MemberChange);
  } catch (error) {
    site.held = others;
    throw error;
  }
  return "done";
}

export function agree(site: Site, actor: Actor, index: number): Outcome {
  admin(site, actor);
  const held = site.held[index];
  must(held !== undefined, "not-found");
  must(mayBeSecond(site, actor.name, held.askedBy), "not-allowed");
  return release(site, index);
}

export function refuseHeld(site: Site, actor: Actor, index: number): Outcome {
  admin(site, actor);
  must(site.held[index] !== undefined, "not-found");
  site.held.splice(index, 1);
  return "done";
}

/** After a day in which every admin was told, a change takes effect without a second admin. */
export function releaseDue(site: Site): void {
  const due = site.held.filter(({ dueAt }) => dueAt <= site.now);
  for (const one of due) {
    const index = site.held.indexOf(one);
    if (index === -1) continue;
    try {
      release(site, index);
    } catch {
      site.held = site.held.filter((other) => other !== one);
    }
  }
}

export function makeKey(site: Site, actor: Actor, key: number): Outcome {
  must(actor.key === undefined, "not-allowed");
  admin(site, actor);
  site.members[actor.name].keys[key] = site.now + 30 * day;
  return "done";
}
