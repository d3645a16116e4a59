import { lacksNeeded } from "./own-fields.ts";
import { endAccess } from "./pages.ts";
import {
  type Actor,
  admin,
  adminOrModerator,
  type DocumentFact,
  type Entry,
  type Facts,
  entryWith,
  isShown,
  mayRead,
  mayWorkOn,
  must,
  type Name,
  nextId,
  type Outcome,
  note,
  type Site,
} from "./site.ts";
import {
  asKept,
  change as changeFacts,
  isSecond,
  isTaken,
  merge,
  next,
  publish,
  sendRevisionBack,
  stateOf,
  takeBack,
  areUnseen,
} from "./revisions.ts";

/** What somebody wants to change, and whether they saw its current version. */
export type Target = { id: number; isStale?: boolean };

/** An admin publishes at once. Everybody else waits, and under four eyes an admin, too. */
export function add(site: Site, actor: Actor, number: number, name: number): Entry {
  const role = adminOrModerator(site, actor);
  must(!isTaken(site, { passport: number, ircc: number }), "duplicate-number");
  const entry: Entry = {
    id: nextId(site),
    passport: number,
    ircc: number,
    name,
    addedBy: actor.name,
    approval: role === "admin" && !site.fourEyes ? "approved" : "waiting",
    hasReason: false,
    isHidden: false,
    addedAt: site.now,
    changedAt: site.now,
    approvedAt: site.now,
    version: 1,
    assignedTo: null,
    file: null,
    paper: null,
    heldBack: [],
    own: null,
    noticeEnds: null,
    keptUntil: "",
    revision: null,
    edits: [],
    base: {},
    befores: [],
  };
  site.entries.push(entry);
  note(site, entry.id, actor.name, "candidate-added");
  return entry;
}

export function found(site: Site, { name }: Actor, id: number): Entry {
  const entry = entryWith(site, id);
  must(entry !== undefined && mayRead(site, name, entry), "not-found");
  return entry;
}

/** An admin changes a record that they saw as it is now. */
export function foundByAdmin(site: Site, actor: Actor, { id, isStale }: Target): Entry {
  admin(site, actor);
  const entry = found(site, actor, id);
  must(!isStale, "stale");
  return entry;
}

/** Writes the changes, unless there is nothing to write. */
function write(site: Site, who: Name, entry: Entry, change: Partial<Entry>, action: string): Outcome {
  const changed = Object.entries(change).filter(([field, value]) => entry[field as keyof Entry] !== value);
  if (changed.length === 0) return "nothing";
  const isUnseen = areUnseen(
    site,
    changed.map(([field]) => field),
  );
  site.hasWithdrawal ||= isShown(entry) && !isUnseen;
  Object.assign(entry, change, { version: entry.version + 1, changedAt: site.now });
  note(site, entry.id, who, action);
  return "done";
}

/** A moderator corrects their own record until it is approved. A record that was sent back waits again. */
export function update(
  site: Site,
  actor: Actor,
  { id, isStale }: Target,
  to: Partial<Facts>,
  returned: "waits again" | "stays" = "waits again",
): Outcome {
  const role = adminOrModerator(site, actor);
  const entry = found(site, actor, id);
  must(role === "admin" || entry.approval !== "approved", "not-allowed");
  must(!isStale, "stale");
  must(!isTaken(site, { ...next(entry), ...to }, id), "duplicate-number");
  const isReturned = returned === "waits again" && stateOf(asKept(site, entry)) === "returned";
  return changeFacts(site, actor.name, entry, to, isReturned ? "waiting" : undefined);
}

/** Whoever may update a record may fill in an own field that is in use. */
export function fill(site: Site, actor: Actor, target: Target, own: number | null): Outcome {
  adminOrModerator(site, actor);
  must(site.ownField?.isUsed === true, "invalid");
  return update(site, actor, target, { own });
}

/** Whoever edited what waits may take it back. */
export function takeMyPartBack(site: Site, actor: Actor, { id, isStale }: Target): Outcome {
  const role = adminOrModerator(site, actor);
  const entry = found(site, actor, id);
  must(role === "admin" || entry.approval !== "approved", "not-allowed");
  must(!isStale, "stale");
  return takeBack(site, actor.name, entry);
}

/**
 * A new file is stored before the record changes. Of half a file nothing is left. What cannot be removed from the store
 * opens for nobody.
 */
export function attach(
  site: Site,
  actor: Actor,
  target: Target,
  { sent, fact }: { sent: "nothing" | "a file" | "half a file"; fact: DocumentFact },
): Outcome {
  adminOrModerator(site, actor);
  must(sent === "nothing" || site.outside.store !== "takes nothing", "unavailable");
  must(sent !== "half a file", "died");
  const file = sent === "a file" ? nextId(site) : null;
  must(fact === "file" || site.ownPaper?.isUsed === true, "invalid");
  const outcome = update(site, actor, target, { [fact]: file });
  if (file !== null) site.outside.files.push({ id: file, of: target.id });
  return outcome;
}

export function hide(site: Site, actor: Actor, target: Target, isHidden: boolean): Outcome {
  const entry = foundByAdmin(site, actor, target);
  return write(site, actor.name, entry, { isHidden }, isHidden ? "candidate-hidden" : "candidate-unhidden");
}

export type Decision = "approve" | "deny" | "toggle";

/** Under four eyes, nobody approves what they made or changed, or what somebody did who has just given or got a role from them. */
export function decide(site: Site, actor: Actor, { id, isStale }: Target, decision: Decision): Outcome {
  admin(site, actor);
  const entry = found(site, actor, id);
  must(!(site.fourEyes && decision === "toggle" && isStale === undefined), "version-needed");
  must(!isStale, "stale");
  const { revision } = asKept(site, entry);
  const isApproved = entry.approval === "approved";
  const waits = !isApproved || revision !== null;
  const approves = decision === "approve" || (decision === "toggle" && waits);
  if (!approves) {
    const approval = revision ? stateOf(entry) : "waiting";
    if (revision) merge(entry);
    entry.revision = null;
    return write(site, actor.name, entry, isApproved ? { approval } : {}, "candidate-denied");
  }
  if (!waits) return "nothing";
  must(!site.fourEyes || stateOf({ ...entry, revision }) !== "returned", "not-sent-again");
  must(!(site.fourEyes && actor.key !== undefined), "person-must-approve");
  must(isSecond(site, actor.name, entry), "not-allowed");
  must(!lacksNeeded(site, { ...entry, revision }), "needed-fields");
  if (revision) {
    publish(site, actor.name, entry);
    return "done";
  }
  Object.assign(entry, { edits: [], base: {} });
  const approval = { approval: "approved", hasReason: false, approvedAt: site.now } as const;
  return write(site, actor.name, entry, approval, "candidate-approved");
}

export function sendBack(site: Site, actor: Actor, target: Target): Outcome {
  const entry = foundByAdmin(site, actor, target);
  const { revision } = asKept(site, entry);
  if (revision) return sendRevisionBack(site, actor.name, entry, revision);
  entry.revision = null;
  return write(site, actor.name, entry, { approval: "returned", hasReason: true }, "candidate-sent-back");
}

export function assign(site: Site, actor: Actor, target: Target, to: Name | null): Outcome {
  const entry = foundByAdmin(site, actor, target);
  if (entry.assignedTo === to) return "nothing";
  must(to === null || mayWorkOn(site, to, entry), "invalid");
  entry.assignedTo = to;
  note(site, entry.id, actor.name, "record-assigned");
  return "done";
}

/** A deleted record is gone with its holder, the holder's codes and its card. No backup brings it back. */
export function erase(site: Site, who: string, entry: Entry): void {
  site.hasWithdrawal ||= isShown(entry);
  site.entries = site.entries.filter(({ id }) => id !== entry.id);
  delete site.holders[entry.id];
  endAccess(site, entry.id);
  site.outside.erasedEntries.add(entry.id);
  note(site, entry.id, who, "candidate-deleted");
}

export function remove(site: Site, actor: Actor, target: Target): Outcome {
  admin(site, actor);
  // A program cannot show a second factor, so it deletes nothing.
  must(actor.key === undefined, "prove-again");
  erase(site, actor.name, foundByAdmin(site, actor, target));
  return "done";
}
