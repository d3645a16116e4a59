import { sql } from "kysely";
import type { Reader, Writer } from "./database.ts";
import type { LookupSchema } from "./schema.ts";

export type MissesRow = LookupSchema["lookup_misses"];
type Kind = MissesRow["kind"];

/** Few texts of statements, whatever the number of rows: each text is prepared once and kept. */
const rowsAtOnce = 64;

/** Adds to what all processes counted, and returns the sums. */
export async function addMisses(writer: Writer<LookupSchema>, rows: readonly MissesRow[]): Promise<MissesRow[]> {
  // In one order everywhere, so that two processes wait for each other and never in a circle.
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

/** The highest counts of the given stretches of time. */
export async function mostMisses(
  reader: Reader<LookupSchema>,
  kind: Kind,
  slots: readonly number[],
  atMost: number,
): Promise<MissesRow[]> {
  return reader
    .selectFrom("lookup_misses")
    .selectAll()
    .where("kind", "=", kind)
    .where("slot", "in", slots)
    .orderBy("misses", "desc")
    .limit(atMost)
    .execute();
}

export async function deleteMissesBefore(writer: Writer<LookupSchema>, kind: Kind, slot: number): Promise<void> {
  await writer.deleteFrom("lookup_misses").where("kind", "=", kind).where("slot", "<", slot).execute();
}

/** Of these ids those that were not used before, and now are. */
export async function spendIds(
  writer: Writer<LookupSchema>,
  rows: readonly LookupSchema["lookup_spent"][],
): Promise<Uint8Array[]> {
  const ordered = rows.toSorted((a, b) => Buffer.compare(a.id, b.id));
  const spent: Uint8Array[] = [];
  for (const some of inChunks(ordered)) {
    const insert = writer.insertInto("lookup_spent").values(some);
    const fresh = await insert
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .execute();
    spent.push(...fresh.map(({ id }) => id));
  }
  return spent;
}

export async function deleteSpentBefore(writer: Writer<LookupSchema>, time: number): Promise<void> {
  await writer.deleteFrom("lookup_spent").where("until", "<", time).execute();
}

/** Whole chunks, then the rest one by one. */
function inChunks<Row>(rows: readonly Row[]): Row[][] {
  const whole = rows.length - (rows.length % rowsAtOnce);
  const starts = Array.from({ length: whole / rowsAtOnce }, (_, at) => at * rowsAtOnce);
  return [...starts.map((start) => rows.slice(start, start + rowsAtOnce)), ...rows.slice(whole).map((row) => [row])];
}
