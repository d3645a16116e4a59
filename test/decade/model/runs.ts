import {
  type Actor,
  admin,
  adminOrModerator,
  day,
  type Entry,
  entryWith,
  isActive,
  isAdmin,
  type Item,
  mayRead,
  minute,
  must,
  type Name,
  nextId,
  note,
  type Outcome,
  refuse,
  Refused,
  type Row,
  type Run,
  type RunKind,
  signedIn,
  type Site,
} from "./site.ts";
import { add, assign, decide, erase, hide, type Target, update } from "./records.ts";
import { releaseDue } from "./members.ts";
import { asKept, change as changeFacts, isSecond, isTaken, next, settle, stateOf } from "./revisions.ts";
import { empty, isGone, lacksNeeded } from "./own-fields.ts";
import { tellOrganisation } from "./desk.ts";
import { openCard } from "./holders.ts";
import { review } from "./retention.ts";
import { deliver, tellWatchers } from "./watches.ts";

function newRun(site: Site, by: Name, run: Pick<Run, "kind" | "state" | "items"> & Partial<Run>): Run {
  const made = {
    id: nextId(site),
    by,
    begunAt: site.now,
    endedAt: null,
    undoes: null,
    assignee: null,
    begins: false,
    ...run,
  };
  site.runs.push(made);
  return made;
}

/** Only an admin changes many records at once, and one run after another. */
function refuseSecond({ runs }: Site, name: Name): void {
  must(!runs.some((run) => run.by === name && isUnderWay(run)), "still-working");
}

const isUnderWay = ({ state }: Run) => state === "checking" || state === "running";

type Chosen = {
  kind: "hide" | "unhide" | "approve" | "assign" | "delete" | "update";
  ids: readonly number[];
  to: Name | null;
  value?: number | null;
};

/** Lists records as they are now, and begins at once. */
export function begin(site: Site, by: Name, { kind, ids, to, value }: Chosen): Outcome {
  mayInBulk(site, by, kind);
  const entries = ids.flatMap((id) => entryWith(site, id) ?? []).filter((entry) => mayRead(site, by, entry));
  must(entries.length > 0, "not-found");
  const items = entries.map((entry) => {
    const outcome = kind === "approve" ? whyNotApproved(site, by, entry) : null;
    return { entry: entry.id, version: entry.version, outcome };
  });
  return confirm(site, by, newRun(site, by, { kind, state: "asked", items }).id, to, value);
}

/** A moderator updates many of their own records. Everything else is for admins. */
function mayInBulk(site: Site, by: Name, kind: RunKind): void {
  if (kind === "update") adminOrModerator(site, { name: by });
  else admin(site, { name: by });
}

/** "Hide these": the records that a run left as they are. */
export function hideLeft(site: Site, by: Name, id: number): Outcome {
  const { items } = ownRun(site, by, id);
  const left = items.filter(({ outcome }) => outcome !== null && outcome !== "done" && outcome !== "already");
  return begin(site, by, { kind: "hide", ids: left.flatMap(({ entry }) => entry ?? []), to: null });
}

function whyNotApproved(site: Site, by: Name, entry: Entry): string | null {
  const state = stateOf(entry);
  if (state === "approved") return null;
  if (!isSecond(site, by, entry)) return "own";
  if (state === "returned") return "returned";
  return lacksNeeded(site, asKept(site, entry)) ? "incomplete" : null;
}

/** The rows of a table are checked first, and then imported. */
export function beginImport(site: Site, by: Name, rows: readonly Row[], begins: boolean): Outcome {
  admin(site, { name: by });
  refuseSecond(site, by);
  const items = rows.map((row) => ({ entry: null, version: 0, outcome: null, row }));
  newRun(site, by, { kind: "import", state: "checking", items, begins });
  return "done";
}

function ownRun(site: Site, by: Name, id: number): Run {
  const run = site.runs.find((one) => one.id === id);
  signedIn(site, { name: by });
  must(run?.by === by, "not-found");
  mayInBulk(site, by, run.kind);
  return run;
}

/** Under four eyes, somebody looks at each record that they approve. */
export function confirm(
  site: Site,
  by: Name,
  id: number,
  assignee: Name | null = null,
  value?: number | null,
): Outcome {
  const run = ownRun(site, by, id);
  must(!(run.kind === "approve" && site.fourEyes), "not-allowed");
  must(run.state === "asked", "stale");
  refuseSecond(site, by);
  must(run.kind !== "update" || (value !== undefined && site.ownField?.isUsed === true), "invalid");
  Object.assign(run, { state: "running", begunAt: site.now, assignee, value });
  return "done";
}

export function stop(site: Site, by: Name, id: number): Outcome {
  const run = ownRun(site, by, id);
  if (isUnderWay(run)) end(site, run, "stopped");
  return "done";
}

/** Of rows that were never checked, nothing is left. */
function end(site: Site, run: Run, state: "done" | "stopped"): void {
  if (run.state === "checking") run.items = [];
  Object.assign(run, { state, endedAt: site.now });
}

/** The action that undoes an action, if it is another one. */
const undoing: Partial<Record<RunKind, RunKind>> = {
  hide: "unhide",
  unhide: "hide",
  approve: "withdraw",
  delete: "unhide",
};

const isFollowed = ({ runs }: Site, { id }: Run) => runs.some(({ undoes }) => undoes === id);

/** Once, within its time, and not of an undo: each record goes back to what it was, unless somebody changed it since. */
export function undo(site: Site, by: Name, id: number): Outcome {
  const run = ownRun(site, by, id);
  const time = run.kind === "import" ? 7 * day : 10 * minute;
  const isInTime = run.endedAt !== null && site.now - run.endedAt < time;
  must(isInTime && run.undoes === null && !isFollowed(site, run), "stale");
  // Whatever else is under way, a deletion can be stopped.
  if (run.kind !== "delete") refuseSecond(site, by);
  follow(site, run, undoing[run.kind] ?? run.kind, ["done"]);
  return "done";
}

function follow(site: Site, run: Run, kind: RunKind, outcomes: readonly (string | null)[]): void {
  const items = run.items.filter(({ outcome }) => outcomes.includes(outcome));
  const { by, assignee, value, id: undoes } = run;
  newRun(site, by, {
    kind,
    state: "running",
    undoes,
    assignee,
    value,
    items: items.map((item) => ({ ...item, outcome: null })),
  });
}

/** The program's own work: what it does in the background until nothing is left. */
export function work(site: Site): Outcome {
  releaseDue(site);
  settle(site);
  empty(site);
  for (const run of site.runs) if (run.state === "checking") check(site, run);
  for (const run of site.runs) {
    const isDue = run.kind === "delete" && run.state === "done" && site.now - (run.endedAt ?? 0) >= 10 * minute;
    if (isDue && !isFollowed(site, run)) follow(site, run, "erase", ["done", "already"]);
  }
  for (let running = underWay(site); running.length > 0; running = underWay(site))
    for (const run of running) execute(site, run);
  review(site);
  tellWatchers(site);
  tellOrganisation(site);
  deliver(site);
  return "done";
}

const underWay = ({ runs }: Site) =>
  runs.filter(({ state }) => state === "running").toSorted((one, other) => one.begunAt - other.begunAt);

/** A row is about the record with its passport number. The check changes nothing. */
function check(site: Site, run: Run): void {
  if (!isAdmin(site, run.by)) return end(site, run, "stopped");
  for (const item of run.items) {
    const { number, name } = item.row ?? refuse("no row");
    const target = site.entries.find((entry) => [entry.passport, next(entry).passport].includes(number));
    if (isTaken(site, { passport: number, ircc: number }, target?.id)) item.outcome = "refused";
    else if (target) {
      const now = next(target);
      // Such a row submits nothing: a record that was sent back stays so.
      const isSame = now.passport === number && now.ircc === number && now.name === name;
      Object.assign(item, { entry: target.id, version: target.version, outcome: isSame ? "already" : null });
    }
  }
  run.state = run.begins ? "running" : "asked";
}

function execute(site: Site, run: Run): void {
  const isAllowed = mayStill(site, run) && !(run.kind === "approve" && site.fourEyes);
  for (const item of run.items) item.outcome ??= isAllowed ? outcomeOf(site, run, item) : "not-allowed";
  end(site, run, isAllowed ? "done" : "stopped");
}

function mayStill(site: Site, { by, kind }: Run): boolean {
  const { role } = site.members[by];
  return isAdmin(site, by) || (kind === "update" && role === "moderator" && isActive(site.members[by]));
}

const leftOut: Record<string, string> = {
  stale: "changed",
  "duplicate-number": "changed",
  "not-found": "gone",
  "not-allowed": "not-allowed",
  invalid: "not-theirs",
  "needed-fields": "incomplete",
};

function outcomeOf(site: Site, run: Run, item: Item): string {
  try {
    const outcome = run.kind === "import" && run.undoes === null ? importRow(site, run, item) : change(site, run, item);
    const entry = entryWith(site, item.entry);
    item.version = entry?.version ?? item.version;
    const isPutBack = run.undoes !== null && (run.kind === "import" || run.kind === "update");
    if (outcome === "done" && entry && isPutBack) reopenKept(site, entry.id);
    return outcome === "done" ? "done" : "already";
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return leftOut[error.message] ?? "failed";
  }
}

/** A row without a record adds one. */
function importRow(site: Site, { by }: Run, item: Item): Outcome {
  const { number, name } = item.row ?? refuse("no row");
  if (item.entry === null) {
    item.entry = add(site, { name: by }, number, name).id;
    return "done";
  }
  const entry = entryWith(site, item.entry);
  const target = { id: item.entry, isStale: entry?.version !== item.version };
  return update(site, { name: by }, target, { passport: number, ircc: number, name });
}

function change(site: Site, run: Run, item: Item): Outcome {
  const actor = { name: run.by };
  const entry = entryWith(site, item.entry);
  const { value } = run;
  const sets = run.kind === "update" && run.undoes === null;
  must(!sets || (value !== undefined && site.ownField?.isUsed === true), "not-allowed");
  must(entry !== undefined, "not-found");
  const target = { id: entry.id, isStale: entry.version !== item.version };
  if (run.kind === "hide" || run.kind === "delete") return hide(site, actor, target, true);
  if (run.kind === "unhide") return hide(site, actor, target, false);
  if (run.kind === "approve") return decide(site, actor, target, "approve");
  if (run.kind === "withdraw") return decide(site, actor, target, "deny");
  if (run.kind === "assign") return assignOne(site, run, item, entry);
  if (run.kind === "update")
    return sets ? update(site, actor, target, { own: value ?? null }, "stays") : undoUpdate(site, actor, target);
  if (run.kind === "import") return undoRow(site, actor, item, entry);
  must(!target.isStale, "stale");
  erase(site, run.by, entry);
  return "done";
}

function assignOne(site: Site, { by, undoes, assignee }: Run, item: Item, { id, assignedTo }: Entry): Outcome {
  must(undoes === null || assignedTo === assignee, "stale");
  const to = undoes === null ? assignee : (item.assignedBefore ?? null);
  item.assignedBefore = assignedTo;
  return assign(site, { name: by }, { id }, to);
}

/**
 * How many updates were made since a version and taken back: those of later imports that were undone. Null if somebody
 * edited the record since. A hide that was undone is no edit.
 */
function undoneSince(site: Site, entry: Entry, version: number): number | null {
  const changes = site.trails[entry.id]?.filter((line) => /candidate-|revision-|document-/.test(line)) ?? [];
  const since = changes.slice(changes.length - (entry.version - version));
  const [hides, updates] = partition(since, (line) => /candidate-(hidden|unhidden)$/.test(line));
  if (hides.length % 2 === 1 || !updates.every((line) => /candidate-updated$|revision-changed$/.test(line)))
    return null;
  const byImports = site.runs.filter(({ kind, items }) =>
    items.some(
      (item) =>
        (kind === "import" || kind === "update") &&
        item.entry === entry.id &&
        item.outcome === "done" &&
        item.version > version,
    ),
  );
  const isPair = ({ id, undoes }: Run) =>
    byImports.some((run) => (undoes === null ? run.undoes === id : run.id === undoes));
  return byImports.length === updates.length && byImports.every(isPair) ? updates.length : null;
}

function partition<Value>(values: readonly Value[], isFirst: (value: Value) => boolean): [Value[], Value[]] {
  return [values.filter(isFirst), values.filter((value) => !isFirst(value))];
}

/** Whatever somebody worked on stays. */
function undoRow(site: Site, { name: by }: Actor, item: Item, entry: Entry): Outcome {
  const undone = undoneSince(site, entry, item.version);
  must(undone !== null, "stale");
  if (item.version === 1) {
    const isWorkedOn = entry.assignedTo ?? openCard(site, entry.id) ?? site.holders[entry.id];
    must(isWorkedOn === undefined, "stale");
    if (entry.approval === "approved") note(site, entry.id, by, "candidate-denied");
    erase(site, by, entry);
    return "done";
  }
  const before = entry.befores.at(-1 - undone);
  must(before !== undefined, "stale");
  // An import changes no own field.
  const { approval, own: _, at: __, ...facts } = before;
  must(!isTaken(site, facts, entry.id), "duplicate-number");
  return changeFacts(site, by, entry, facts, entry.approval === "approved" ? undefined : approval);
}

/** An update of many puts back what was there, unless it was deleted for good. */
function undoUpdate(site: Site, actor: Actor, target: Target): Outcome {
  const { own = null, at = 0 } = entryWith(site, target.id)?.befores.at(-1) ?? {};
  return update(site, actor, target, { own: isGone(site, at) ? null : own }, "stays");
}

/** What an undo kept because of a later import is tried again once that is undone: nothing of either stays. */
function reopenKept(site: Site, id: number | null): void {
  for (const run of site.runs) {
    if (run.kind !== "import" || run.undoes === null || run.state === "stopped") continue;
    const kept = run.items.filter(({ entry, outcome }) => entry === id && outcome === "changed");
    for (const item of kept) item.outcome = null;
    if (kept.length > 0 && run.state === "done") Object.assign(run, { state: "running", endedAt: null });
  }
}
