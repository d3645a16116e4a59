import {
  admin,
  type Counter,
  day,
  type Entry,
  entryWith,
  isAdmin,
  isShown,
  type Item,
  mayRead,
  minute,
  must,
  type Name,
  note,
  refuse,
  Refused,
  type Run,
  type RunKind,
  signedIn,
  type Site,
  type Outcome,
} from "./site.ts";
import { add, assign, decide, erase, hide, update } from "./records.ts";
import { barredAuthors, releaseDue } from "./members.ts";
import { tellOrganisation } from "./desk.ts";
import { deliver, tellWatchers } from "./watches.ts";

/** The action that undoes an action. */
const undoKinds = {
  hide: "unhide",
  unhide: "hide",
  approve: "withdraw",
  withdraw: null,
  assign: "assign",
  delete: "unhide",
  erase: null,
  import: "import",
} as const satisfies Record<RunKind, RunKind | null>;

const undoableFor = (kind: RunKind) => (kind === "import" ? 7 * day : 10 * minute);

const isUnderWay = ({ state }: Run) => state === "checking" || state === "running";

function refuseSecond(site: Site, name: Name): void {
  must(!site.runs.some((run) => run.by === name && isUnderWay(run)), "still-working");
}

function newRun(site: Site, run: Pick<Run, "id" | "by" | "kind" | "state" | "items">): Run {
  const made: Run = { begunAt: site.now, endedAt: null, undoes: null, assignee: null, ...run };
  site.runs.push(made);
  return made;
}

const itemOf = (item: Pick<Item, "entry" | "version" | "row">, outcome: string | null = null): Item => ({
  ...item,
  outcome,
  after: 0,
  assignedBefore: null,
});

function whyNotApproved(site: Site, by: Name, { approval, addedBy }: Entry): string | null {
  if (approval === "approved") return null;
  if (barredAuthors(site, by).includes(addedBy)) return "own";
  return approval === "returned" ? "returned" : null;
}

type Chosen = { kind: "hide" | "unhide" | "approve" | "assign" | "delete"; ids: readonly number[]; to: Name | null };

/** Lists records as they are now, and begins at once. */
export function begin(site: Site, by: Name, { kind, ids, to }: Chosen, counter: Counter): Outcome {
  // Only an admin changes many records at once.
  admin(site, { name: by });
  const entries = ids.flatMap((id) => entryWith(site, id) ?? []);
  must(entries.length > 0, "not-found");
  const items = entries.map((entry) => {
    const why = kind === "approve" ? whyNotApproved(site, by, entry) : null;
    return itemOf({ entry: entry.id, version: entry.version }, why);
  });
  const run = newRun(site, { id: (counter.last += 1), by, kind, state: "asked", items });
  // Under four eyes, somebody looks at each record.
  must(!(kind === "approve" && site.fourEyes), "not-allowed");
  refuseSecond(site, by);
  Object.assign(run, { state: "running", begunAt: site.now, assignee: to });
  return "done";
}

export type Row = { number: number; name: number };

/** The rows of a table are checked first, and then imported. */
export function beginImport(site: Site, by: Name, rows: readonly Row[], counter: Counter): Outcome {
  admin(site, { name: by });
  refuseSecond(site, by);
  const items = rows.map((row) => itemOf({ entry: null, version: 0, row }));
  newRun(site, { id: (counter.last += 1), by, kind: "import", state: "checking", items });
  return "done";
}

function own(site: Site, by: Name, id: number): Run {
  const run = site.runs.find((one) => one.id === id);
  signedIn(site, { name: by });
  must(run?.by === by, "not-found");
  must(isAdmin(site, by), "not-allowed");
  return run;
}

export function confirm(site: Site, by: Name, id: number): Outcome {
  const run = own(site, by, id);
  must(!(run.kind === "approve" && site.fourEyes), "not-allowed");
  must(run.state === "asked", "stale");
  refuseSecond(site, by);
  Object.assign(run, { state: "running", begunAt: site.now });
  return "done";
}

export function stop(site: Site, by: Name, id: number): Outcome {
  const run = own(site, by, id);
  if (run.state === "checking") run.items = [];
  if (isUnderWay(run)) end(site, run, "stopped");
  return "done";
}

function end(site: Site, run: Run, state: "done" | "stopped"): void {
  Object.assign(run, { state, endedAt: site.now });
}

const followerOf = (site: Site, id: number) => site.runs.some(({ undoes }) => undoes === id);

/** Once, within its time, and not of an undo: each record goes back to what it was, unless somebody changed it since. */
export function undo(site: Site, by: Name, id: number, counter: Counter): Outcome {
  const run = own(site, by, id);
  const isInTime = run.endedAt !== null && site.now - run.endedAt < undoableFor(run.kind);
  must(isInTime && run.undoes === null && !followerOf(site, id), "stale");
  // Whatever else is under way, a deletion can be stopped.
  if (run.kind !== "delete") refuseSecond(site, by);
  follow(site, run, undoKinds[run.kind] ?? run.kind, ["done"], counter);
  return "done";
}

function follow(site: Site, run: Run, kind: RunKind, outcomes: string[], counter: Counter): void {
  const items = run.items
    .filter(({ outcome }) => outcome !== null && outcomes.includes(outcome))
    .map((item): Item => ({ ...item, version: item.after, outcome: null, after: 0 }));
  const follower = newRun(site, { id: (counter.last += 1), by: run.by, kind, state: "running", items });
  follower.undoes = run.id;
  follower.assignee = run.assignee;
}

/** The program's own work: what it does in the background until nothing is left. */
export function work(site: Site, counter: Counter): Outcome {
  releaseDue(site);
  for (const run of site.runs) if (run.state === "checking") check(site, run);
  for (const run of site.runs) {
    const isDue = run.kind === "delete" && run.state === "done" && site.now - (run.endedAt ?? 0) >= 10 * minute;
    if (isDue && !followerOf(site, run.id)) follow(site, run, "erase", ["done", "already"], counter);
  }
  const running = site.runs.filter(({ state }) => state === "running");
  for (const run of running.toSorted((one, other) => one.begunAt - other.begunAt)) execute(site, run, counter);
  tellWatchers(site);
  tellOrganisation(site);
  deliver(site);
  return "done";
}

/** A row is about the record with its passport number. The check changes nothing. */
function check(site: Site, run: Run): void {
  if (!isAdmin(site, run.by)) {
    run.items = [];
    return end(site, run, "stopped");
  }
  for (const item of run.items) {
    const { number, name } = item.row ?? refuse("no row");
    const target = site.entries.find(({ passport }) => passport === number);
    const isTaken = site.entries.some((entry) => entry !== target && entry.ircc === number);
    if (isTaken) item.outcome = "refused";
    else if (target && isAsRow(target, number, name)) item.outcome = "already";
    if (!isTaken && target) Object.assign(item, { entry: target.id, version: target.version });
  }
  run.state = "asked";
}

const isAsRow = (entry: Entry, number: number, name: number) =>
  entry.passport === number && entry.ircc === number && entry.name === name && entry.approval !== "returned";

function forbid(site: Site, run: Run): void {
  for (const item of run.items) item.outcome ??= "not-allowed";
  end(site, run, "stopped");
}

function execute(site: Site, run: Run, counter: Counter): void {
  if (!isAdmin(site, run.by) || (run.kind === "approve" && site.fourEyes)) return forbid(site, run);
  for (const item of run.items) {
    if (item.outcome !== null) continue;
    try {
      const outcome = changeOne(site, run, item, counter);
      item.outcome = outcome === "done" ? "done" : "already";
      item.after = entryWith(site, item.entry)?.version ?? item.version;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      item.outcome = leftOut[error.message] ?? "failed";
    }
  }
  end(site, run, "done");
}

const leftOut: Record<string, string> = {
  stale: "changed",
  "duplicate-number": "changed",
  "not-found": "gone",
  "not-allowed": "not-allowed",
  invalid: "not-theirs",
};

function changeOne(site: Site, run: Run, item: Item, counter: Counter): Outcome {
  const actor = { name: run.by };
  if (run.kind === "import")
    return run.undoes === null ? importRow(site, run, item, counter) : undoRow(site, run, item);
  const entry = entryWith(site, item.entry);
  must(entry !== undefined, "not-found");
  const target = { id: entry.id, isStale: entry.version !== item.version };
  if (run.kind === "hide" || run.kind === "delete") return hide(site, actor, target, true);
  if (run.kind === "unhide") return hide(site, actor, target, false);
  if (run.kind === "approve") return decide(site, actor, target, "approve");
  if (run.kind === "withdraw") return decide(site, actor, target, "deny");
  if (run.kind === "assign") return assignOne(site, run, item, entry);
  must(!target.isStale, "stale");
  erase(site, run.by, entry);
  return "done";
}

function assignOne(site: Site, run: Run, item: Item, entry: Entry): Outcome {
  must(run.undoes === null || entry.assignedTo === run.assignee, "stale");
  const before = entry.assignedTo;
  const outcome = assign(
    site,
    { name: run.by },
    { id: entry.id },
    run.undoes === null ? run.assignee : item.assignedBefore,
  );
  item.assignedBefore = before;
  return outcome;
}

/** An empty record number is a new record. */
function importRow(site: Site, run: Run, item: Item, counter: Counter): Outcome {
  const { number, name } = item.row ?? refuse("no row");
  const actor = { name: run.by };
  if (item.entry === null) {
    item.entry = add(site, actor, number, name, counter).id;
    return "done";
  }
  const entry = entryWith(site, item.entry);
  must(entry !== undefined, "not-found");
  must(entry.version === item.version, "stale");
  return update(site, actor, { id: entry.id }, { passport: number, ircc: number, name });
}

/** A hide that was undone is no edit. Whatever somebody worked on stays. */
function undoRow(site: Site, run: Run, item: Item): Outcome {
  const entry = entryWith(site, item.entry);
  must(entry !== undefined && mayRead("admin", run.by, entry), "not-found");
  const trail = site.trails[entry.id] ?? [];
  const changes = trail.filter((line) => /candidate-/.test(line));
  const since = changes.slice(changes.length - (entry.version - item.version));
  const areHides = since.length % 2 === 0 && since.every((line) => /candidate-(hidden|unhidden)$/.test(line));
  must(entry.version === item.version || areHides, "stale");
  if (item.version === 1) {
    const isWorkedOn = entry.assignedTo !== null || (site.cards[entry.id] ?? site.holders[entry.id]) !== undefined;
    must(!isWorkedOn, "stale");
    if (entry.approval === "approved") note(site, entry.id, run.by, "candidate-denied");
    erase(site, run.by, entry);
    return "done";
  }
  const before = entry.before;
  must(before !== undefined, "stale");
  site.hasWithdrawal ||= isShown(entry);
  Object.assign(entry, before, { version: entry.version + 1 });
  note(site, entry.id, run.by, "candidate-updated");
  return "done";
}
