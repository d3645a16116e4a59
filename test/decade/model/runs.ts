import {
  type Actor,
  admin,
  day,
  type Entry,
  entryWith,
  isAdmin,
  type Item,
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
import { change as changeFacts, isSecond, isTaken, next, settle, stateOf } from "./revisions.ts";
import { tellOrganisation } from "./desk.ts";
import { openCard } from "./holders.ts";
import { review } from "./retention.ts";
import { deliver, tellWatchers } from "./watches.ts";

function newRun(site: Site, by: Name, run: Pick<Run, "kind" | "state" | "items"> & Partial<Run>): Run {
  const made = { id: nextId(site), by, begunAt: site.now, endedAt: null, undoes: null, assignee: null, ...run };
  site.runs.push(made);
  return made;
}

/** Only an admin changes many records at once, and one run after another. */
function refuseSecond({ runs }: Site, name: Name): void {
  must(!runs.some((run) => run.by === name && isUnderWay(run)), "still-working");
}

const isUnderWay = ({ state }: Run) => state === "checking" || state === "running";

type Chosen = { kind: "hide" | "unhide" | "approve" | "assign" | "delete"; ids: readonly number[]; to: Name | null };

/** Lists records as they are now, and begins at once. */
export function begin(site: Site, by: Name, { kind, ids, to }: Chosen): Outcome {
  admin(site, { name: by });
  const entries = ids.flatMap((id) => entryWith(site, id) ?? []);
  must(entries.length > 0, "not-found");
  const items = entries.map((entry) => {
    const outcome = kind === "approve" ? whyNotApproved(site, by, entry) : null;
    return { entry: entry.id, version: entry.version, outcome };
  });
  return confirm(site, by, newRun(site, by, { kind, state: "asked", items }).id, to);
}

function whyNotApproved(site: Site, by: Name, entry: Entry): string | null {
  const state = stateOf(entry);
  if (state === "approved") return null;
  if (!isSecond(site, by, entry)) return "own";
  return state === "returned" ? "returned" : null;
}

/** The rows of a table are checked first, and then imported. */
export function beginImport(site: Site, by: Name, rows: readonly Row[]): Outcome {
  admin(site, { name: by });
  refuseSecond(site, by);
  const items = rows.map((row) => ({ entry: null, version: 0, outcome: null, row }));
  newRun(site, by, { kind: "import", state: "checking", items });
  return "done";
}

function ownRun(site: Site, by: Name, id: number): Run {
  const run = site.runs.find((one) => one.id === id);
  signedIn(site, { name: by });
  must(run?.by === by, "not-found");
  must(isAdmin(site, by), "not-allowed");
  return run;
}

/** Under four eyes, somebody looks at each record that they approve. */
export function confirm(site: Site, by: Name, id: number, assignee: Name | null = null): Outcome {
  const run = ownRun(site, by, id);
  must(!(run.kind === "approve" && site.fourEyes), "not-allowed");
  must(run.state === "asked", "stale");
  refuseSecond(site, by);
  Object.assign(run, { state: "running", begunAt: site.now, assignee });
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
  const { by, assignee, id: undoes } = run;
  newRun(site, by, {
    kind,
    state: "running",
    undoes,
    assignee,
    items: items.map((item) => ({ ...item, outcome: null })),
  });
}

/** The program's own work: what it does in the background until nothing is left. */
export function work(site: Site): Outcome {
  releaseDue(site);
  settle(site);
  for (const run of site.runs) if (run.state === "checking") check(site, run);
  for (const run of site.runs) {
    const isDue = run.kind === "delete" && run.state === "done" && site.now - (run.endedAt ?? 0) >= 10 * minute;
    if (isDue && !isFollowed(site, run)) follow(site, run, "erase", ["done", "already"]);
  }
  const running = site.runs.filter(({ state }) => state === "running");
  for (const run of running.toSorted((one, other) => one.begunAt - other.begunAt)) execute(site, run);
  review(site);
  tellWatchers(site);
  tellOrganisation(site);
  deliver(site);
  return "done";
}

/** A row is about the record with its passport number. The check changes nothing. */
function check(site: Site, run: Run): void {
  if (!isAdmin(site, run.by)) return end(site, run, "stopped");
  for (const item of run.items) {
    const { number, name } = item.row ?? refuse("no row");
    const target = site.entries.find((entry) => [entry.passport, next(entry).passport].includes(number));
    if (isTaken(site, { passport: number, ircc: number }, target?.id)) item.outcome = "refused";
    else if (target) {
      const now = next(target);
      const isSame =
        now.passport === number && now.ircc === number && now.name === name && stateOf(target) !== "returned";
      Object.assign(item, { entry: target.id, version: target.version, outcome: isSame ? "already" : null });
    }
  }
  run.state = "asked";
}

function execute(site: Site, run: Run): void {
  const isAllowed = isAdmin(site, run.by) && !(run.kind === "approve" && site.fourEyes);
  for (const item of run.items) item.outcome ??= isAllowed ? outcomeOf(site, run, item) : "not-allowed";
  end(site, run, isAllowed ? "done" : "stopped");
}

const leftOut: Record<string, string> = {
  stale: "changed",
  "duplicate-number": "changed",
  "not-found": "gone",
  "not-allowed": "not-allowed",
  invalid: "not-theirs",
};

function outcomeOf(site: Site, run: Run, item: Item): string {
  try {
    const outcome = run.kind === "import" && run.undoes === null ? importRow(site, run, item) : change(site, run, item);
    item.version = entryWith(site, item.entry)?.version ?? item.version;
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
  must(entry !== undefined, "not-found");
  const target = { id: entry.id, isStale: entry.version !== item.version };
  if (run.kind === "hide" || run.kind === "delete") return hide(site, actor, target, true);
  if (run.kind === "unhide") return hide(site, actor, target, false);
  if (run.kind === "approve") return decide(site, actor, target, "approve");
  if (run.kind === "withdraw") return decide(site, actor, target, "deny");
  if (run.kind === "assign") return assignOne(site, run, item, entry);
  if (run.kind === "import") return undoRow(site, actor, target, item, entry);
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

/** A hide that was undone is no edit. Whatever somebody worked on stays. */
function undoRow(site: Site, { name: by }: Actor, { isStale }: Target, item: Item, entry: Entry): Outcome {
  const changes = site.trails[entry.id]?.filter((line) => line.includes("candidate-")) ?? [];
  const since = changes.slice(changes.length - (entry.version - item.version));
  const areHides = since.length % 2 === 0 && since.every((line) => /candidate-(hidden|unhidden)$/.test(line));
  must(!isStale || areHides, "stale");
  if (item.version === 1) {
    const isWorkedOn = entry.assignedTo ?? openCard(site, entry.id) ?? site.holders[entry.id];
    must(isWorkedOn === undefined, "stale");
    if (entry.approval === "approved") note(site, entry.id, by, "candidate-denied");
    erase(site, by, entry);
    return "done";
  }
  must(entry.before !== undefined, "stale");
  const { approval, ...facts } = entry.before;
  must(!isTaken(site, facts, entry.id), "duplicate-number");
  return changeFacts(site, by, entry, facts, entry.approval === "approved" ? undefined : approval);
}
