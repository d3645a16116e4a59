import {
  type Actor,
  admin,
  adminOrModerator,
  type Counter,
  type Entry,
  entryWith,
  isShown,
  mayRead,
  mayWorkOn,
  must,
  type Name,
  type Outcome,
  note,
  refuse,
  type Site,
} from "./site.ts";
import { barredAuthors } from "./members.ts";

/** What somebody wants to change, and whether they saw its current version. */
export type Target = { id: number; isStale?: boolean };

const isTaken = (site: Site, passport: number, ircc: number, but?: number): boolean =>
  site.entries.some((entry) => entry.id !== but && (entry.passport === passport || entry.ircc === ircc));

/** An admin publishes at once. Everybody else waits, and under four eyes an admin, too. */
export function add(site: Site, actor: Actor, number: number, name: number, counter: Counter): Entry {
  const role = adminOrModerator(site, actor);
  must(!isTaken(site, number, number), "duplicate-number");
  const isApproved = role === "admin" && !site.fourEyes;
  const entry: Entry = {
    id: (counter.last += 1),
    passport: number,
    ircc: number,
    name,
    addedBy: actor.name,
    approval: isApproved ? "approved" : "waiting",
    hasReason: false,
    isHidden: false,
    approvedAt: site.now,
    version: 1,
    assignedTo: null,
    file: null,
  };
  site.entries.push(entry);
  note(site, entry.id, actor.name, "candidate-added");
  return entry;
}

function found(site: Site, { name }: Actor, { id }: Target): Entry {
  const entry = entryWith(site, id);
  must(entry !== undefined && mayRead(site.members[name].role, name, entry), "not-found");
  return entry;
}

/** Writes the changes, unless there is nothing to write. */
function write(site: Site, who: Name, entry: Entry, change: Partial<Entry>, action: string): Outcome {
  const changed = Object.entries(change).filter(([field, value]) => entry[field as keyof Entry] !== value);
  if (changed.length === 0) return "nothing";
  const isUnseen = !site.showsDocuments && changed.every(([field]) => field === "file");
  site.hasWithdrawal ||= isShown(entry) && !isUnseen;
  Object.assign(entry, change, { version: entry.version + 1 });
  note(site, entry.id, who, action);
  return "done";
}

export type NewFacts = Partial<Pick<Entry, "passport" | "ircc" | "name" | "file">>;

/** A moderator corrects their own record until it is approved. A record that was sent back waits again. */
export function update(site: Site, actor: Actor, target: Target, to: NewFacts): Outcome {
  const role = adminOrModerator(site, actor);
  const entry = found(site, actor, target);
  must(role === "admin" || entry.approval !== "approved", "not-allowed");
  must(!target.isStale, "stale");
  const { passport = entry.passport, ircc = entry.ircc, name = entry.name, file = entry.file } = to;
  must(!isTaken(site, passport, ircc, entry.id), "duplicate-number");
  const before = { passport: entry.passport, ircc: entry.ircc, name: entry.name, approval: entry.approval };
  const approval = entry.approval === "returned" ? "waiting" : entry.approval;
  const outcome = write(site, actor.name, entry, { passport, ircc, name, file, approval }, "candidate-updated");
  if (outcome === "done") entry.before = before;
  return outcome;
}

/** A new file is stored before the record changes. What cannot be removed from the store opens for nobody. */
export function attach(site: Site, actor: Actor, target: Target, file: number | null): Outcome {
  adminOrModerator(site, actor);
  must(file === null || site.store !== "takes nothing", "unavailable");
  const outcome = update(site, actor, target, { file });
  if (file !== null) site.filesMade.push([file, target.id]);
  return outcome;
}

export function hide(site: Site, actor: Actor, target: Target, isHidden: boolean): Outcome {
  admin(site, actor);
  const entry = found(site, actor, target);
  must(!target.isStale, "stale");
  return write(site, actor.name, entry, { isHidden }, isHidden ? "candidate-hidden" : "candidate-unhidden");
}

export type Decision = "approve" | "deny" | "toggle";

/** Under four eyes, nobody approves a record of their own, or of whoever has just given them their role. */
export function decide(site: Site, actor: Actor, target: Target, decision: Decision): Outcome {
  admin(site, actor);
  if (site.fourEyes && decision === "toggle" && target.isStale === undefined) refuse("version-needed");
  const entry = found(site, actor, target);
  const isApproved = entry.approval === "approved";
  const approves = decision === "approve" || (decision === "toggle" && !isApproved);
  if (approves && site.fourEyes && actor.key !== undefined) refuse("person-must-approve");
  must(!approves || !barredAuthors(site, actor.name).includes(entry.addedBy), "not-allowed");
  must(!target.isStale, "stale");
  if (approves && isApproved) return "nothing";
  const approval = { approval: "approved", hasReason: false, approvedAt: site.now } as const;
  if (approves) return write(site, actor.name, entry, approval, "candidate-approved");
  return write(site, actor.name, entry, isApproved ? { approval: "waiting" } : {}, "candidate-denied");
}

export function sendBack(site: Site, actor: Actor, target: Target): Outcome {
  admin(site, actor);
  const entry = found(site, actor, target);
  must(!target.isStale, "stale");
  return write(site, actor.name, entry, { approval: "returned", hasReason: true }, "candidate-sent-back");
}

export function assign(site: Site, actor: Actor, target: Target, to: Name | null): Outcome {
  admin(site, actor);
  const entry = found(site, actor, target);
  must(!target.isStale, "stale");
  if (entry.assignedTo === to) return "nothing";
  must(to === null || mayWorkOn(site, to, entry), "invalid");
  entry.assignedTo = to;
  note(site, entry.id, actor.name, "record-assigned");
  return "done";
}

/** A deleted record is gone with its card, its holder and the holder's codes. No backup brings it back. */
export function erase(site: Site, who: string, entry: Entry): void {
  site.hasWithdrawal ||= isShown(entry);
  site.entries = site.entries.filter(({ id }) => id !== entry.id);
  delete site.cards[entry.id];
  delete site.holders[entry.id];
  site.erasedEntries.push(entry.id);
  note(site, entry.id, who, "candidate-deleted");
}

export function remove(site: Site, actor: Actor, target: Target): Outcome {
  admin(site, actor);
  // A program cannot show a second factor, so it deletes nothing.
  must(actor.key === undefined, "prove-again");
  const entry = found(site, actor, target);
  must(!target.isStale, "stale");
  erase(site, actor.name, entry);
  return "done";
}
