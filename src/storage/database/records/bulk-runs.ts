import { sql } from "kysely";
import type { FieldProblem } from "#core/errors.ts";
import { type BulkOutcome, undoableForMs } from "#core/records/bulk-run.ts";
import type { Reader, Writer } from "../database.ts";
import { endImportFile } from "./imports.ts";
import { countFound, insertRow, insertRows, type Row } from "../rows.ts";

export type BulkRun = Row<"bulk_run">;
export type BulkItem = Row<"bulk_item">;

type NewItem = Pick<BulkItem, "record_id" | "version" | "outcome">;

/** The columns of a run that is not begun. */
export const notBegun = {
  undoes: null,
  assignee: null,
  field: null,
  new_value: null,
  begun_at: null,
  ended_at: null,
  process: "",
} as const;

export async function insertBulkRun(
  writer: Writer,
  run: Pick<BulkRun, "id" | "registry" | "person_id" | "kind" | "asked_at">,
  items: readonly NewItem[],
): Promise<void> {
  await insertRow(writer, "bulk_run", { ...run, ...notBegun, state: "asked" });
  await insertItems(
    writer,
    items.map((item, at) => ({ ...item, run_id: run.id, seq: at + 1, source_row: null, problems: null })),
  );
}

type ListedItem = Omit<BulkItem, "version_after" | "assignee_before">;

export async function insertItems(writer: Writer, items: readonly ListedItem[]): Promise<void> {
  const rows = items.map((item) => ({ ...item, version_after: null, assignee_before: null }));
  await insertRows(writer, "bulk_item", rows);
}

type Follower = Pick<BulkRun, "id" | "kind"> & { now: number };

/**
 * Inserts a run over all records that another run changed, in the versions that it left: one that undoes it, or one that
 * deletes what was hidden, before or by the other run.
 */
export async function insertFollower(writer: Writer, run: BulkRun, { id, kind, now }: Follower): Promise<void> {
  const begun = { state: "running", asked_at: now, begun_at: now, ended_at: null, process: "" } as const;
  await insertRow(writer, "bulk_run", { ...run, ...begun, id, kind, undoes: run.id });
  const taken: BulkOutcome[] = kind === "erase" ? ["done", "already"] : ["done"];
  await sql`
    insert into bulk_item (run_id, seq, record_id, version, assignee_before, source_row)
    select ${id}, seq, record_id, version_after, assignee_before, source_row from bulk_item
    where run_id = ${run.id} and outcome in (${sql.join(taken)})`.execute(writer);
}

export const runsOfPerson = (
  reader: Reader,
  { registry, person }: { registry: string; person: string },
  atMost: number,
) =>
  reader
    .selectFrom("bulk_run")
    .selectAll()
    .where("registry", "=", registry)
    .where("person_id", "=", person)
    .orderBy("asked_at", "desc")
    .orderBy("id")
    .limit(atMost)
    .execute();

type UnderWay = "checking" | "running";

export const runsIn = (reader: Reader, registry: string, ...states: UnderWay[]): Promise<BulkRun[]> =>
  reader
    .selectFrom("bulk_run")
    .selectAll()
    .where("state", "in", states)
    .where("registry", "=", registry)
    .orderBy("begun_at")
    .execute();

/** The runs whose records were hidden before this time, to be deleted, and that nothing followed. */
export const hiddenForDeletion = (reader: Reader, registry: string, now: number) =>
  reader
    .selectFrom("bulk_run as hidden")
    .leftJoin("bulk_run as follower", "follower.undoes", "hidden.id")
    .select("hidden.id")
    .where("hidden.kind", "=", "delete")
    .where("hidden.state", "=", "done")
    .where("hidden.registry", "=", registry)
    .where("hidden.ended_at", "<=", now - undoableForMs("delete"))
    .where("follower.id", "is", null)
    .execute();

export const runThatUndoes = (reader: Reader, id: string): Promise<BulkRun | undefined> =>
  reader.selectFrom("bulk_run").selectAll().where("undoes", "=", id).executeTakeFirst();

/** False if another process took the run first. */
export async function takeRun(writer: Writer, { id, process: before }: BulkRun, process: string): Promise<boolean> {
  const taken = writer.updateTable("bulk_run").set({ process }).where("id", "=", id).where("process", "=", before);
  return (await taken.executeTakeFirstOrThrow()).numUpdatedRows === 1n;
}

export async function endRun(writer: Writer, id: string, state: "done" | "stopped", at: number): Promise<boolean> {
  const ended = writer.updateTable("bulk_run").set({ state, ended_at: at });
  const { numUpdatedRows } = await ended
    .where("id", "=", id)
    .where("state", "in", ["checking", "running"])
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return false;
  await endImportFile(writer, id);
  return true;
}

/** Deletes the items of an import whose check starts again: the check lists them again. */
export async function deleteItems(writer: Writer, runId: string): Promise<void> {
  await writer.deleteFrom("bulk_item").where("run_id", "=", runId).execute();
}

/** Stores the outcomes of open items. False if one of them already had an outcome. */
export async function closeItems(writer: Writer, items: readonly BulkItem[]): Promise<boolean> {
  const put = writer.insertInto("bulk_item").values(items);
  const closed = put.onConflict((conflict) =>
    conflict
      .columns(["run_id", "seq"])
      .doUpdateSet((eb) => ({
        outcome: eb.ref("excluded.outcome"),
        record_id: eb.ref("excluded.record_id"),
        version_after: eb.ref("excluded.version_after"),
        assignee_before: eb.ref("excluded.assignee_before"),
        problems: eb.ref("excluded.problems"),
      }))
      .where("bulk_item.outcome", "is", null),
  );
  return (await closed.executeTakeFirstOrThrow()).numInsertedOrUpdatedRows === BigInt(items.length);
}

export async function closeOpenItems(writer: Writer, runId: string, outcome: BulkOutcome): Promise<void> {
  await writer
    .updateTable("bulk_item")
    .set({ outcome })
    .where("run_id", "=", runId)
    .where("outcome", "is", null)
    .execute();
}

/** The number of items of each run by outcome. A null outcome means that the item is open. */
export async function countItems(reader: Reader, runIds: readonly string[]) {
  if (runIds.length === 0) return [];
  return reader
    .selectFrom("bulk_item")
    .select(["run_id", "outcome"])
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("run_id", "in", runIds)
    .groupBy(["run_id", "outcome"])
    .execute();
}

/** The number of rows of an import that will become, or became, new records. */
export async function countNewRecords(reader: Reader, runId: string): Promise<number> {
  const found = reader.selectFrom("bulk_item").select((eb) => eb.fn.countAll<number>().as("count"));
  const ofNew = found.where("run_id", "=", runId).where("version", "=", 0);
  const taken = ofNew.where((eb) => eb.or([eb("outcome", "is", null), eb("outcome", "=", "done")]));
  return (await taken.executeTakeFirstOrThrow()).count;
}

/** The number of refused rows of an import with one of these problems. */
export async function countItemsWith(
  reader: Reader,
  runId: string,
  problems: readonly FieldProblem[],
): Promise<number> {
  const found = refusedWith(reader, runId, problems).select((eb) => eb.fn.countAll<number>().as("count"));
  return (await found.executeTakeFirstOrThrow()).count;
}

/** The first refused rows of an import with one of these problems. */
export const itemsWith = (
  reader: Reader,
  runId: string,
  problems: readonly FieldProblem[],
  atMost: number,
): Promise<BulkItem[]> => refusedWith(reader, runId, problems).selectAll().orderBy("seq").limit(atMost).execute();

const refusedWith = (reader: Reader, runId: string, problems: readonly FieldProblem[]) =>
  reader
    .selectFrom("bulk_item")
    .where("run_id", "=", runId)
    .where("outcome", "=", "refused")
    .where((eb) => eb.or(problems.map((problem) => eb("problems", "like", `%"${problem}"%`))));

type Part = { after: number; atMost: number };

/** Items with an outcome that is not one of `but`. */
export const itemsLeftOut = (
  reader: Reader,
  runId: string,
  but: readonly BulkOutcome[],
  part: Part,
): Promise<BulkItem[]> => itemsAfter(reader, runId, part).where("outcome", "not in", but).execute();

const allItems = (reader: Reader, runId: string) =>
  reader.selectFrom("bulk_item").selectAll().where("run_id", "=", runId).orderBy("seq");

export const itemsOf = (reader: Reader, runId: string): Promise<BulkItem[]> => allItems(reader, runId).execute();

/** Rows of an import that are or were taken, with a value that a person should look at. */
export const itemsWithWarnings = (reader: Reader, runId: string): Promise<BulkItem[]> =>
  allItems(reader, runId)
    .where("problems", "is not", null)
    .where((eb) => eb.or([eb("outcome", "is", null), eb("outcome", "in", ["done", "already"])]))
    .execute();

/** The items of rows that are no record yet are not in the index. */
const hasRecord = sql<boolean>`record_id <> ''`;

/**
 * Opens what undos of imports kept of these records, because a later import or update had changed them: that is undone
 * now. An undo that has ended goes on.
 */
export async function reopenKept(writer: Writer, registry: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const undos = writer
    .selectFrom("bulk_run")
    .select("id")
    .where("registry", "=", registry)
    .where("kind", "=", "import")
    .where("undoes", "is not", null)
    .where("state", "in", ["running", "done"]);
  const opened = await writer
    .updateTable("bulk_item")
    .set({ outcome: null })
    .where("record_id", "in", ids)
    .where(hasRecord)
    .where("outcome", "=", "changed")
    .where("run_id", "in", undos)
    .returning("run_id")
    .execute();
  if (opened.length === 0) return;
  await writer
    .updateTable("bulk_run")
    .set({ state: "running", ended_at: null, process: "" })
    .where("id", "in", [...new Set(opened.map(({ run_id }) => run_id))])
    .where("state", "=", "done")
    .execute();
}

/** The versions that imports and updates of many records left of these records, with the run and the one that it undoes. */
export async function versionsOfRuns(reader: Reader, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return reader
    .selectFrom("bulk_item")
    .innerJoin("bulk_run", "bulk_run.id", "bulk_item.run_id")
    .select(["record_id", "version_after", "run_id", "undoes"])
    .where("record_id", "in", ids)
    .where(hasRecord)
    .where("outcome", "=", "done")
    .where("kind", "in", ["import", "update"])
    .execute();
}

/** How many records that a run left as they were are seen by visitors. */
export async function countShownLeftBy(reader: Reader, runId: string): Promise<number> {
  const left = reader
    .selectFrom("bulk_item")
    .innerJoin("candidate", "candidate.id", "bulk_item.record_id")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("run_id", "=", runId)
    .where("outcome", "not in", ["done", "already"]);
  const shown = left.where("hidden", "=", 0).where("approval", "=", "approved");
  return (await shown.executeTakeFirstOrThrow()).count;
}

/** The items without an outcome: for an export or for cards these are all items. */
export const openItems = (reader: Reader, runId: string, { after, atMost }: Part): Promise<BulkItem[]> =>
  itemsAfter(reader, runId, { after, atMost }).where("outcome", "is", null).execute();

const itemsAfter = (reader: Reader, runId: string, { after, atMost }: Part) =>
  reader
    .selectFrom("bulk_item")
    .selectAll()
    .where("run_id", "=", runId)
    .where("seq", ">", after)
    .orderBy("seq")
    .limit(atMost);

/** Forgets what runs set a field to. Their field stays. */
export async function forgetNewValues(writer: Writer, field: string): Promise<void> {
  await writer.updateTable("bulk_run").set({ new_value: null }).where("field", "=", field).execute();
}

/** The actions on chosen records that somebody began and that are still listed. Their undos are not counted. */
export const countRuns = (reader: Reader): Promise<number> =>
  countFound(reader, sql`select id from bulk_run where kind <> 'import' and undoes is null and begun_at is not null`);

/** The imports that somebody began and that are still listed. Their undos are not counted. */
export const countImports = (reader: Reader): Promise<number> =>
  countFound(reader, sql`select id from bulk_run where kind = 'import' and undoes is null and begun_at is not null`);

/** Returns the number of deleted runs. */
export async function deleteRunsBefore(writer: Writer, before: number, atMost: number): Promise<number> {
  const old = writer.selectFrom("bulk_run").select("id").where("asked_at", "<", before).limit(atMost);
  const { numDeletedRows } = await writer.deleteFrom("bulk_run").where("id", "in", old).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Deletes the runs that a person requested and never began, except the newest `kept` runs. */
export async function deleteOldestAsked(
  writer: Writer,
  { registry, person_id }: Pick<BulkRun, "registry" | "person_id">,
  kept: number,
): Promise<void> {
  const unbegun = writer
    .selectFrom("bulk_run")
    .select("id")
    .where("registry", "=", registry)
    .where("person_id", "=", person_id)
    .where("state", "in", ["received", "asked"])
    .orderBy("asked_at", "desc")
    .limit(1000)
    .offset(kept);
  await writer.deleteFrom("bulk_run").where("id", "in", unbegun).execute();
}

/** The open items of a run whose records, or their revisions, wait for approval. */
const waitingInRun = (reader: Reader, runId: string) =>
  reader
    .selectFrom("bulk_item")
    .innerJoin("candidate", "candidate.id", "bulk_item.record_id")
    .where("bulk_item.run_id", "=", runId)
    .where("bulk_item.outcome", "is", null)
    .leftJoin("record_revision", "record_revision.id", "candidate.id")
    .where((eb) => eb.or([eb("candidate.approval", "=", "waiting"), eb("record_revision.state", "=", "waiting")]));

export const countWaitingInRun = async (reader: Reader, runId: string): Promise<number> =>
  (
    await waitingInRun(reader, runId)
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow()
  ).count;

/** The id of the next waiting record after or before a record of the run; without a record, the first that way. */
export async function nextWaitingInRun(reader: Reader, runId: string, way: "after" | "before", recordId?: string) {
  const beside = reader
    .selectFrom("bulk_item")
    .select("seq")
    .where("run_id", "=", runId)
    .where("record_id", "=", recordId ?? "");
  const waiting = waitingInRun(reader, runId).select("candidate.id");
  const further =
    recordId === undefined ? waiting : waiting.where("bulk_item.seq", way === "after" ? ">" : "<", beside);
  return (
    (
      await further
        .orderBy("bulk_item.seq", way === "after" ? "asc" : "desc")
        .limit(1)
        .executeTakeFirst()
    )?.id ?? null
  );
}
