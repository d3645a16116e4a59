import { sql } from "kysely";
import type { Approval } from "#core/records/candidate-record.ts";
import type { PublicState } from "#core/records/public-state.ts";
import type { Database, Reader, Writer } from "../database.ts";
import { countFound, putRow } from "../rows.ts";
import { foundAlong } from "./found-along.ts";
import { kindSets, type NotShown, notShownAs } from "./list-filter.ts";
import type { RecordState } from "./records.ts";
import { isNotFromFuture } from "../wrong-clock.ts";

type CountPosition = { added_at: number; seq: number };

const start: CountPosition = { added_at: -1, seq: 0 };

/** Counts the next `atMost` records by state, the oldest first. `place` is where they end, or null at the end. */
export async function stepOver({ engine, read }: Database, registry: string, atMost: number, after = start) {
  const { rows } = await sql<RecordState & CountPosition & { records: number }>`
    with step as materialized (
      select approval, hidden, added_at, seq from ${foundAlong(engine, "candidate_by_added")}
      where registry = ${registry} and (added_at, seq) > (${after.added_at}, ${after.seq})
      order by added_at, seq limit ${atMost}
    ), last as (select added_at, seq from step order by added_at desc, seq desc limit 1)
    select approval, hidden, count(*) as records, last.added_at, last.seq from step cross join last
    group by approval, hidden, last.added_at, last.seq`.execute(read);
  const [first] = rows;
  const counted = rows.reduce((sum, { records }) => sum + records, 0);
  return { rows, place: first && counted === atMost ? { added_at: first.added_at, seq: first.seq } : null };
}

/** Counts up to a limit a person's records that are in this state and not hidden. Also returns the oldest time. */
export async function undecidedOf(
  { engine, read }: Database,
  registry: string,
  personId: string,
  approval: Approval,
  atMost: number,
): Promise<CountedRow> {
  // Without a given index SQLite would read all records that the person ever added.
  const along = engine === "sqlite" ? sql`candidate indexed by candidate_undecided` : sql`candidate`;
  const found = sql`select added_at from ${along}
    where added_by = ${personId} and approval = ${approval} and approval <> 'approved' and registry = ${registry} and hidden = 0
    order by added_at limit ${atMost}`;
  return countAndOldest(read, found);
}

/** Counts up to a limit the records that wait for approval. Also returns the time of the oldest. */
export const waitingRecords = ({ engine, read }: Database, registry: string, atMost: number): Promise<CountedRow> =>
  countAndOldest(
    read,
    sql`select added_at from ${notShownAs(engine, registry, "waiting")} order by added_at limit ${atMost}`,
  );

/** Counts up to a limit the records that are not shown for this reason. */
export const countNotShown = ({ engine, read }: Database, registry: string, state: NotShown, atMost: number) =>
  countFound(read, sql`select 1 from ${notShownAs(engine, registry, state)} limit ${atMost}`);

type CountedRow = { count: number; since: number | null };

async function countAndOldest(reader: Reader, found: ReturnType<typeof sql>): Promise<CountedRow> {
  const { rows } = await sql<CountedRow>`
    select count(*) as count, min(added_at) as since from (${found}) as found`.execute(reader);
  return rows[0] ?? { count: 0, since: null };
}

/** The durations of the latest approvals in milliseconds, without records that were already approved when added. */
export async function approvalTimes(
  reader: Reader,
  registry: string,
  { since, now, atMost }: { since: number; now: number; atMost: number },
): Promise<number[]> {
  const rows = await reader
    .selectFrom("candidate")
    .select(sql<number>`approved_at - added_at`.as("took"))
    .where("registry", "=", registry)
    .whereRef("approved_at", ">", "added_at")
    .where("approved_at", ">=", since)
    .where(isNotFromFuture("approved_at", now))
    .orderBy("approved_at", "desc")
    .limit(atMost)
    .execute();
  return rows.map(({ took }) => took);
}

export async function storeRecordCounts(writer: Writer, registry: string, counts: Record<PublicState, number>) {
  for (const [public_state, records] of Object.entries(counts)) {
    await putRow(writer, "record_count", ["registry", "public_state"], { registry, public_state, records });
  }
}

export async function storedRecordCounts(reader: Reader, registry: string): Promise<Map<string, number>> {
  const rows = await reader.selectFrom("record_count").selectAll().where("registry", "=", registry).execute();
  return new Map(rows.map(({ public_state, records }) => [public_state, records]));
}

type WithKind = { registry: string; bit: number; isPublic: boolean };

/** How many records have a document of a kind, counted along an index. */
export async function countWithKind(database: Database, { registry, bit, isPublic }: WithKind): Promise<number> {
  const sets = (await kindSets(database, registry)).filter((kinds) => (kinds & bit) !== 0);
  if (sets.length === 0) return 0;
  const from = foundAlong(database.engine, "candidate_by_documents");
  const { rows } = await sql<{ records: number }>`
    select count(*) as records from ${from} where registry = ${registry} and document_kinds in (${sql.join(sets)})
      and ${isPublic ? sql`approval = 'approved' and hidden = 0` : sql`true`}`.execute(database.read);
  return rows[0]?.records ?? 0;
}

/** True if all registries together have at least so many records. */
export const hasRecords = async (reader: Reader, atLeast: number): Promise<boolean> =>
  (await countFound(reader, sql`select 1 from candidate limit ${atLeast}`)) >= atLeast;

/** Counts the records of all registries that have a second number or get one by a change that waits, along their indexes. */
export const countWithSecond = (reader: Reader): Promise<number> =>
  countFound(
    reader,
    sql`select id from candidate where ircc_index is not null
      union select id from record_revision where ircc_index is not null`,
  );
