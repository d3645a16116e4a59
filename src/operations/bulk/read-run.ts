import { z } from "zod";
import { PortalError } from "#core/errors.ts";
import { checkInput } from "#core/fields.ts";
import { type BulkOutcome, bulkOutcomes, type BulkKind, leftOutOf } from "#core/records/bulk-run.ts";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import { publicStateOf } from "#core/records/public-state.ts";
import { type Actor, actorId } from "#core/accounts/actor.ts";
import { authorize, mayInBulk, mayListRecords, requireRecentProof } from "#core/accounts/permissions.ts";
import {
  type BulkItem,
  type BulkRun,
  countItems,
  countNewRecords,
  countShownLeftBy,
  itemsLeftOut,
  itemsOf,
  itemsWithWarnings,
  openItems,
  runsOfPerson,
  runThatUndoes,
} from "#storage/database/records/bulk-runs.ts";
import type { Reader } from "#storage/database/database.ts";
import { rowById } from "#storage/database/rows.ts";
import { logSettingsEvent } from "../portal/log-audit-event.ts";
import { pageFields, pageOf, sealedCursors } from "../portal/paging.ts";
import type { Portal } from "../portal/portal.ts";
import { aboutFile, namesOfImports, sheetsOfRows } from "./about-file.ts";
import { placedRow } from "./problems-of-row.ts";
import { choiceOf } from "./rows-of-import.ts";
import { readableRows } from "../records/read-record.ts";
import { openRecords } from "../sealed/open-records.ts";
import { isUndoable } from "./begin-run.ts";

export const isUndoRun = ({ kind, undoes }: BulkRun): boolean => undoes !== null && kind !== "erase";

/** The number of records of a run with each outcome. `open` records have no outcome yet. */
export type RunCounts = Record<BulkOutcome | "open", number> & { all: number };

/** How many records a run has changed. A deletion also takes those that were hidden before it. */
export const doneBy = (kind: BulkKind, { done, already }: RunCounts): number =>
  kind === "delete" ? done + already : done;

const listedRuns = 50;

/** Returns the latest runs of this person, newest first. `name` is that of the file of an import. */
export async function readRuns(portal: Portal, actor: Actor) {
  authorize(mayListRecords(actor), actor);
  const { database, registry } = portal;
  const runs = await runsOfPerson(database.read, { registry, person: actorId(actor) }, listedRuns);
  const counts = await countsOf(database.read, runs);
  const names = await namesOfImports(
    portal,
    runs.map(({ id }) => id),
  );
  return runs.map((run, at) => ({ run, counts: counts[at] ?? noCounts(), name: names.get(run.undoes ?? run.id) }));
}

/** Returns a run, its progress, and whether it can be undone. Runs of others do not exist for this person. */
export async function readRun(portal: Portal, actor: Actor, id: string) {
  const run = await ownRun(portal, actor, id);
  const { read } = portal.database;
  const undo = await runThatUndoes(read, id);
  const [counts = noCounts(), undone = noCounts()] = await countsOf(read, undo ? [run, undo] : [run]);
  const first = await openedOf(portal, actor, await openItems(read, id, { after: 0, atMost: namesShown }));
  return {
    run,
    counts,
    plan: await planOf(read, run, counts),
    /** The number of rows of an import while they are checked, else null. */
    rowsToCheck: run.state === "checking" ? await countRows(read, id) : null,
    /** The run that undoes this one, or deletes what this one has hidden. */
    undo: undo ? { run: undo, counts: undone } : null,
    isUndoable: doneBy(run.kind, counts) > 0 && !undo && isUndoable(run, portal.now()),
    names: first.map(({ record }) => record.name),
  };
}

/**
 * For an import: how many rows create a record, and how many update one. Counts rows that are done and rows that are
 * still open.
 */
async function planOf(reader: Reader, { id, kind, state, undoes }: BulkRun, { open, done }: RunCounts) {
  if (kind !== "import" || undoes !== null || state === "received" || state === "checking") return null;
  const create = await countNewRecords(reader, id);
  return { create, update: open + done - create };
}

async function countRows(reader: Reader, id: string): Promise<number> {
  const file = await rowById(reader, "import_file", id);
  return file ? choiceOf(file).parts.reduce((sum, { range: [first, last] }) => sum + last - first + 1, 0) : 0;
}

/** The sheets and the columns of the file of an import that were not read. */
export async function readLeftOfFile(portal: Portal, actor: Actor, id: string) {
  await ownRun(portal, actor, id);
  const file = await rowById(portal.database.read, "import_file", id);
  const { unread, left = [] } = file ? aboutFile(portal, file) : { unread: [] };
  return { sheets: unread, columns: left };
}

/** Returns every row of an import with what will become of it, or what has become of it. */
export async function readReport(portal: Portal, actor: Actor, id: string) {
  const run = await ownRun(portal, actor, id);
  if (run.kind !== "import" || run.undoes !== null) throw new PortalError("not-found");
  const items = await itemsOf(portal.database.read, id);
  const sheetOf = await sheetsOfRows(portal, portal.database.read, id);
  return items.map((item) => ({
    ...placedRow(item, sheetOf),
    isNew: item.version === 0,
    outcome: item.outcome,
  }));
}

/** Returns the rows of an import that are imported with a value that a person should look at, by field. */
export async function readWarnings(portal: Portal, actor: Actor, id: string) {
  await ownRun(portal, actor, id);
  const sheetOf = await sheetsOfRows(portal, portal.database.read, id);
  return (await itemsWithWarnings(portal.database.read, id)).map((item) => placedRow(item, sheetOf));
}

const namesShown = 5;

export async function ownRun({ database, registry }: Portal, actor: Actor, id: string): Promise<BulkRun> {
  authorize(mayListRecords(actor), actor);
  const run = await rowById(database.read, "bulk_run", id);
  if (run?.registry !== registry || run.person_id !== actorId(actor)) throw new PortalError("not-found");
  return run;
}

async function countsOf(reader: Reader, runs: readonly BulkRun[]): Promise<RunCounts[]> {
  const counted = await countItems(
    reader,
    runs.map(({ id }) => id),
  );
  return runs.map(({ id }) => {
    const counts = noCounts();
    for (const { run_id, outcome, count } of counted) {
      if (run_id !== id) continue;
      counts[outcome ?? "open"] = count;
      counts.all += count;
    }
    return counts;
  });
}

const noCounts = (): RunCounts => ({
  ...(Object.fromEntries([...bulkOutcomes, "open"].map((outcome) => [outcome, 0])) as Record<
    BulkOutcome | "open",
    number
  >),
  all: 0,
});

const questionSchema = z.object(pageFields({ usual: 50, most: 500 }));
const cursors = sealedCursors("bulk-left-out", z.object({ run: z.string(), seq: z.number() }));

/**
 * Returns the records that were left out, with the reason. The name is null if a record is gone, or if this person may
 * not read it any more.
 */
export async function readLeftOut(
  portal: Portal,
  actor: Actor,
  id: string,
  question: z.input<typeof questionSchema> = {},
) {
  const { kind } = await ownRun(portal, actor, id);
  // A row of an import that changes nothing is not a problem, nor is a record to delete that was hidden before.
  const but: BulkOutcome[] = kind === "import" || kind === "delete" ? ["done", "already"] : ["done"];
  const { limit, cursor } = checkInput(questionSchema, question);
  const after = cursors.open(portal, cursor, { run: id })?.seq ?? 0;
  const { page, last } = pageOf(await itemsLeftOut(portal.database.read, id, but, { after, atMost: limit + 1 }), limit);
  const sheetOf = kind === "import" ? await sheetsOfRows(portal, portal.database.read, id) : () => null;
  const opened = new Map((await openedOf(portal, actor, page)).map(({ item, record }) => [item.seq, record]));
  return {
    rows: page.map((item) => ({
      seq: item.seq,
      id: item.record_id,
      outcome: item.outcome,
      name: opened.get(item.seq)?.name ?? null,
      state: publicStateIn(opened.get(item.seq)),
      /** For an import: the row in its file, and the problem of each field. */
      ...placedRow(item, sheetOf),
    })),
    next: last && cursors.seal(portal, { run: id, seq: last.seq }),
  };
}

const publicStateIn = (record: CandidateRecord | undefined) => (record ? publicStateOf(record) : null);

/** How many records that the undo of an import kept are seen by visitors. */
export const countShownKept = ({ database: { read } }: Portal, run: BulkRun): Promise<number> | 0 =>
  run.kind === "import" && run.undoes !== null && run.ended_at !== null ? countShownLeftBy(read, run.id) : 0;

type OpenedItem = { item: BulkItem; record: CandidateRecord };

/** The records of these items that still exist, can be opened, and that this person may read. */
async function openedOf(portal: Portal, actor: Actor, items: readonly BulkItem[]): Promise<OpenedItem[]> {
  const ids = items.map(({ record_id }) => record_id);
  const rows = await readableRows(portal, actor, ids);
  const opened = new Map(openRecords(portal, [...rows.values()]).records.map((record) => [record.id, record]));
  return items.flatMap((item) => {
    const record = opened.get(item.record_id);
    return record ? [{ item, record }] : [];
  });
}

const recordsAtOnce = 100;

async function runToTake(portal: Portal, actor: Actor, id: string, kind: BulkKind): Promise<BulkRun> {
  const run = await ownRun(portal, actor, id);
  authorize(mayInBulk(actor, kind), actor);
  if (run.kind !== kind) throw new PortalError("not-found");
  requireRecentProof(actor);
  return run;
}

/** Returns the current records of a run in batches. */
export const readRecords = async (portal: Portal, actor: Actor, id: string, kind: BulkKind) =>
  recordsOf(portal, actor, await runToTake(portal, actor, id, kind));

/** The same for an export or for cards. The audit log stores who took them. */
export async function takeRecords(portal: Portal, actor: Actor, id: string, kind: BulkKind) {
  const run = await runToTake(portal, actor, id, kind);
  const [counts = noCounts()] = await countsOf(portal.database.read, [run]);
  await logSettingsEvent(portal, {
    actor,
    action: kind === "cards" ? "cards-printed" : "records-exported",
    subject: "staff",
    subjectId: actorId(actor),
    details: { records: { from: null, to: counts.open } },
  });
  return recordsOf(portal, actor, run);
}

async function* recordsOf(portal: Portal, actor: Actor, { id, kind }: BulkRun): AsyncGenerator<CandidateRecord[]> {
  let items: BulkItem[];
  let after = 0;
  do {
    items = await openItems(portal.database.read, id, { after, atMost: recordsAtOnce });
    after = items.at(-1)?.seq ?? after;
    const records = (await openedOf(portal, actor, items)).map(({ record }) => record);
    yield records.filter((record) => leftOutOf(kind, record) === null);
  } while (items.length === recordsAtOnce);
}
