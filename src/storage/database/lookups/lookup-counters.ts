import { sql } from "kysely";
import type { Reader, Writer } from "../database.ts";
import type { LookupSchema } from "../tables/schema.ts";

type MissesRow = LookupSchema["lookup_misses"];
type Kind = MissesRow["kind"];

/** Rows are written in chunks of this size or one by one, so two prepared statements serve any number of rows. */
const rowsAtOnce = 64;

/** Adds to the counts of all processes, and returns the sums. */
export async function addMisses(writer: Writer<LookupSchema>, rows: readonly MissesRow[]): Promise<MissesRow[]> {
  // Sorted, so that two processes cannot deadlock.
  const ordered = rows.toSorted((a, b) => Buffer.compare(a.key, b.key) || a.slot - b.slot);
  const sums: MissesRow[] = [];
  for (const some of inChunks(ordered)) sums.push(...(await addSome(writer, some)));
  return sums;
}

const addSome = (writer: Writer<LookupSchema>, rows: readonly MissesRow[]) =>
  writer
    .insertInto("lookup_misses")
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(["kind", "slot", "key"]).doUpdateSet({ misses: sql`lookup_misses.misses + excluded.misses` }),
    )
    .returningAll()
    .execute();

export const highestMisses = (reader: Reader<LookupSchema>, kind: Kind, slots: readonly number[], atMost: number) =>
  reader
    .selectFrom("lookup_misses")
    .selectAll()
    .where("kind", "=", kind)
    .where("slot", "in", slots)
    .orderBy("misses", "desc")
    .limit(atMost)
    .execute();

export async function deleteMissesBefore(writer: Writer<LookupSchema>, kind: Kind, slot: number): Promise<void> {
  await writer.deleteFrom("lookup_misses").where("kind", "=", kind).where("slot", "<", slot).execute();
}

type UsedId = LookupSchema["lookup_spent"];

/** Marks ids as used. Returns those that were not used before. */
export async function spendIds(writer: Writer<LookupSchema>, rows: readonly UsedId[]): Promise<Uint8Array[]> {
  const ordered = rows.toSorted((a, b) => Buffer.compare(a.id, b.id));
  const firstUses: Uint8Array[] = [];
  for (const some of inChunks(ordered)) {
    const insert = writer.insertInto("lookup_spent").values(some);
    const fresh = await insert
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .execute();
    firstUses.push(...fresh.map(({ id }) => id));
  }
  return firstUses;
}

export async function deleteUsedIdsBefore(writer: Writer<LookupSchema>, time: number): Promise<void> {
  await writer.deleteFrom("lookup_spent").where("until", "<", time).execute();
}

/** Returns full chunks, then the rest as chunks of one row. */
function inChunks<Row>(rows: readonly Row[]): Row[][] {
  const whole = rows.length - (rows.length % rowsAtOnce);
  const starts = Array.from({ length: whole / rowsAtOnce }, (_, at) => at * rowsAtOnce);
  return [...starts.map((start) => rows.slice(start, start + rowsAtOnce)), ...rows.slice(whole).map((row) => [row])];
}
