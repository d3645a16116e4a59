import { endCardsOf, freezePagesOf } from "./pages.ts";
import {
  type Actor,
  admin,
  day,
  type Held,
  isAdmin,
  mayWorkOn,
  type MemberChange,
  must,
  type Name,
  names,
  nextId,
  note,
  type Outcome,
  refuse,
  type Site,
} from "./site.ts";

const newcomer = 7 * day;
const wait = day;

/** The person, who gave them a role in the last days, who gave that one theirs, and so on, deleted people too. */
function tiedThrough(site: Site, name: Name): Name[] {
  const circle = [name];
  for (const one of circle)
    for (const { by, at } of site.members[one].gifts)
      if (at > site.now - newcomer && !circle.includes(by)) circle.push(by);
  return circle;
}

/** Nobody is the second admin for themselves, nor for who gave them their role, nor beside a newcomer of the same giver. */
export function mayBeSecond(site: Site, name: Name, other: Name): boolean {
  const others = tiedThrough(site, other);
  return !tiedThrough(site, name).some((one) => others.includes(one));
}

const rank = ["student", "moderator", "admin"] as const;
const roleIn = (change: MemberChange) => rank.find((role) => change === `make-${role}`);

/** Nothing changes for who is suspended and shall be, for who is not and is restored, for who has the role already. */
function isSoAlready(site: Site, name: Name, change: MemberChange): boolean {
  const { role, isSuspended } = site.members[name];
  return change === (isSuspended ? "suspend" : "restore") || roleIn(change) === role;
}

/** Under four eyes, a second admin must agree to whatever gives somebody power, or takes it from an admin. */
function needsSecond(site: Site, name: Name, change: MemberChange): boolean {
  const { role } = site.members[name];
  const wanted = roleIn(change);
  const givesPower = wanted !== undefined && rank.indexOf(wanted) > rank.indexOf(role);
  return site.fourEyes && !isSoAlready(site, name, change) && (role === "admin" || givesPower);
}

/** Whoever loses a right loses their keys, what they asked for, and their records. One admin must be left. */
function takeEffect(site: Site, who: Name, name: Name, change: MemberChange): Outcome {
  const found = site.members[name];
  if (isSoAlready(site, name, change)) return "nothing";
  if (change === "restore") {
    found.isSuspended = false;
    return "done";
  }
  const isLeft = names.some((one) => isAdmin(site, one) && (one !== name || change === "make-admin"));
  must(isLeft || !names.some((one) => isAdmin(site, one)), "last-admin");
  const role = roleIn(change);
  const leaves = role === "student" || change === "suspend" || change === "delete";
  const isSuspect = leaves && found.role !== "student" && !found.isSuspended;
  if (role) {
    found.role = role;
    found.gifts.push({ by: who, at: site.now });
  } else if (change === "suspend") found.isSuspended = true;
  else {
    found.isGone = true;
    site.runs = site.runs.filter(({ by }) => by !== name);
    site.outside.erasedMembers.add(name);
  }
  endKeys(site, name);
  site.held = site.held.filter(({ askedBy, subject }) => askedBy !== name && subject !== name);
  unassign(site, who, name);
  if (leaves) endCardsOf(site, who, name);
  if (isSuspect) freezePagesOf(site, who, name);
  return "done";
}

export function changeMember(site: Site, actor: Actor, name: Name, change: MemberChange): Outcome {
  admin(site, actor);
  must(!site.members[name].isGone, "not-found");
  if (needsSecond(site, name, change)) hold(site, actor.name, change, name);
  return takeEffect(site, actor.name, name, change);
}

export function hold(site: Site, askedBy: Name, kind: Held["kind"], subject: Name | null): never {
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

type Shown = Partial<Pick<Site, "policy" | "showsDocuments">>;

export function setShown(site: Site, actor: Actor, to: Shown): Outcome {
  admin(site, actor);
  const { policy = site.policy, showsDocuments = site.showsDocuments } = to;
  if (site.fourEyes && showsDocuments && !site.showsDocuments) {
    site.policy = policy;
    hold(site, actor.name, "shown-kinds", null);
  }
  if (site.policy === policy && site.showsDocuments === showsDocuments) return "nothing";
  Object.assign(site, { policy, showsDocuments });
  return "done";
}

/** Under four eyes, a second admin agrees before values are deleted for good. */
export function deleteValues(site: Site, actor: Actor): Outcome {
  admin(site, actor);
  mustBeRemoved(site);
  if (site.fourEyes) hold(site, actor.name, "own-values", null);
  return beginDeletion(site);
}

function mustBeRemoved({ ownField }: Site): void {
  must(ownField !== null, "not-found");
  must(!ownField.isUsed && !ownField.isEmptying, "stale");
}

function beginDeletion(site: Site): Outcome {
  if (site.ownField) Object.assign(site.ownField, { isEmptying: true, emptiedAt: site.now });
  return "done";
}

function release(site: Site, held: Held): void {
  must(isAdmin(site, held.askedBy), "not-allowed");
  if (held.kind === "four-eyes-off") {
    site.fourEyes = false;
    site.held = [];
    return;
  }
  const { subject, askedBy, kind } = held;
  if (kind === "own-values") mustBeRemoved(site);
  site.held = site.held.filter((one) => one !== held);
  if (kind === "own-values") {
    beginDeletion(site);
    return;
  }
  if (kind === "shown-kinds") {
    site.showsDocuments = true;
    return;
  }
  if (kind === "shown-papers") {
    if (site.ownPaper) site.ownPaper.isShown = true;
    return;
  }
  must(subject !== null && !site.members[subject].isGone, "not-found");
  takeEffect(site, askedBy, subject, kind);
}

export function agree(site: Site, actor: Actor, held: Held | undefined): Outcome {
  admin(site, actor);
  must(held !== undefined, "not-found");
  must(mayBeSecond(site, actor.name, held.askedBy), "not-allowed");
  release(site, held);
  return "done";
}

export function refuseHeld(site: Site, actor: Actor, held: Held | undefined): Outcome {
  admin(site, actor);
  must(held !== undefined, "not-found");
  site.held = site.held.filter((one) => one !== held);
  return "done";
}

/** After a day in which every admin was told, a change takes effect without a second admin. */
export function releaseDue(site: Site): void {
  for (const held of site.held.filter(({ dueAt }) => dueAt <= site.now)) {
    if (!site.held.includes(held)) continue;
    try {
      release(site, held);
    } catch {
      site.held = site.held.filter((one) => one !== held);
    }
  }
}

export function makeKey(site: Site, actor: Actor): Outcome {
  must(actor.key === undefined, "not-allowed");
  admin(site, actor);
  site.outside.keys.push({ id: nextId(site), of: actor.name, endsAt: site.now + 30 * day });
  return "done";
}

/** Whoever loses a right loses the records that they may not work on any more. */
export function unassign(site: Site, who: string, name: Name): void {
  for (const entry of site.entries) {
    if (entry.assignedTo !== name || mayWorkOn(site, name, entry)) continue;
    entry.assignedTo = null;
    note(site, entry.id, who, "record-assigned");
  }
}

/** A key that ended works never again. */
export function endKeys({ outside }: Site, name: Name): void {
  for (const key of outside.keys) if (key.of === name) key.endsAt = 0;
}
