import { sql } from "kysely";
import type { LookupStore, Reader, Writer } from "../database.ts";
import type { LookupSchema } from "../tables/schema.ts";

export type LookupDayRow = LookupSchema["lookup_day"];

const sum = (column: keyof LookupDayRow) =>
  sql<number>`${sql.ref(`lookup_day.${column}`)} + ${sql.ref(`excluded.${column}`)}`;

/** Adds to the counts of all processes for a day. */
export async function addLookupDay(writer: Writer<LookupSchema>, row: LookupDayRow): Promise<void> {
  await writer
    .insertInto("lookup_day")
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(["registry", "day"]).doUpdateSet({
        web_hits: sum("web_hits"),
        web_misses: sum("web_misses"),
        api_hits: sum("api_hits"),
        api_misses: sum("api_misses"),
        wave_hours: sql`lookup_day.wave_hours | excluded.wave_hours`,
      }),
    )
    .execute();
}

/** Adds the hits of records, by their `seq`. One statement for any number of records, so it is prepared only once. */
export async function addRecordHits(
  { engine }: LookupStore,
  writer: Writer<LookupSchema>,
  day: string,
  hits: ReadonlyMap<number, number>,
): Promise<void> {
  // An object lists numeric keys in ascending order. This order prevents deadlocks between two processes.
  const json = JSON.stringify(Object.fromEntries(hits));
  const rows =
    engine === "postgres"
      ? sql`select ${day}, key::bigint, value::bigint from json_each_text(${json}::json)`
      : sql`select ${day}, cast(key as integer), value from json_each(${json}) where true`;
  await sql`insert into lookup_record_day (day, record_seq, hits) ${rows}
    on conflict (day, record_seq) do update set hits = lookup_record_day.hits + excluded.hits`.execute(writer);
}

export const lookupDaysFrom = (reader: Reader<LookupSchema>, registry: string, day: string): Promise<LookupDayRow[]> =>
  reader
    .selectFrom("lookup_day")
    .selectAll()
    .where("registry", "=", registry)
    .where("day", ">=", day)
    .orderBy("day")
    .execute();

export const hitsOfRecord = (reader: Reader<LookupSchema>, seq: number, days: readonly string[]) =>
  reader
    .selectFrom("lookup_record_day")
    .select(["day", "hits"])
    .where("day", "in", days)
    .where("record_seq", "=", seq)
    .execute();

export async function deleteHitsOfRecords(
  writer: Writer<LookupSchema>,
  seqs: readonly number[],
  days: readonly string[],
): Promise<void> {
  await writer.deleteFrom("lookup_record_day").where("day", "in", days).where("record_seq", "in", seqs).execute();
}

/** Returns the number of deleted rows. */
export async function deleteHitsBefore(writer: Writer<LookupSchema>, day: string, atMost: number): Promise<number> {
  const old = sql`select day, record_seq from lookup_record_day where day < ${day} order by day, record_seq limit ${atMost}`;
  const { numAffectedRows } = await sql`delete from lookup_record_day where (day, record_seq) in (${old})`.execute(
    writer,
  );
  return Number(numAffectedRows ?? 0);
}
