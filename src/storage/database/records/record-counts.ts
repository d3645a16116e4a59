import { sql } from "kysely";
import type { Approval } from "#core/records/candidate-record.ts";
import type { PublicState } from "#core/records/public-state.ts";
import type { Database, Reader, Writer } from "../database.ts";
import { countFound, putRow } from "../rows.ts";
import type { RecordState } from "./records.ts";

type CountPosition = { added_at: number; seq: number };

const start: CountPosition = { added_at: -1, seq: 0 };

const inState = (registry: string, { approval, hidden }: RecordState, { added_at, seq }: CountPosition) =>
  sql`from candidate where registry = ${registry} and approval = ${approval} and hidden = ${hidden}
    and (added_at, seq) > (${added_at}, ${seq})`;

/** Counts the next `atMost` records of a state along its index. `place` is where they end, or null at the end. */
export async function stepOver(reader: Reader, registry: string, state: RecordState, atMost: number, after = start) {
  const rest = inState(registry, state, after);
  const last =
    await sql<CountPosition>`select added_at, seq ${rest} order by added_at, seq limit 1 offset ${atMost - 1}`.execute(
      reader,
    );
  const place = last.rows[0];
  if (place) return { count: atMost, place };
  return { count: await countFound(reader, sql`select 1 ${rest}`), place: null };
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
export const waitingRecords = (reader: Reader, registry: string, atMost: number): Promise<CountedRow> =>
  countAndOldest(
    reader,
    sql`select added_at from candidate where registry = ${registry} and approval = 'waiting' and hidden = 0
      order by added_at limit ${atMost}`,
  );

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
  since: number,
  atMost: number,
): Promise<number[]> {
  const rows = await reader
    .selectFrom("candidate")
    .select(sql<number>`approved_at - added_at`.as("took"))
    .where("registry", "=", registry)
    .whereRef("approved_at", ">", "added_at")
    .where("approved_at", ">=", since)
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
