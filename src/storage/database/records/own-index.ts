import { type Database, lockForUpdate, type Reader, type Writer } from "../database.ts";
import { putRow, type Row, rowsAtOnce } from "../rows.ts";
import type { OwnHash } from "./record-row.ts";

export type OwnSearchRow = Row<"own_search">;

export const ownSearches = (reader: Reader): Promise<OwnSearchRow[]> =>
  reader.selectFrom("own_search").selectAll().orderBy("field").execute();

/** Locked until the transaction ends. */
export const ownSearchesForChange = (database: Database, writer: Writer): Promise<OwnSearchRow[]> =>
  lockForUpdate(database, writer.selectFrom("own_search").selectAll().orderBy("field")).execute();

const putOwnSearch = (writer: Writer, row: OwnSearchRow): Promise<void> => putRow(writer, "own_search", ["field"], row);

/** Makes the rows of these fields anew, in steps: until then no filter uses them. For a change of what is searched, or past the records. */
export async function fillOwnIndexAnew(writer: Writer, fields: readonly string[]): Promise<void> {
  for (const field of fields) await putOwnSearch(writer, { field, state: "filling", filled_to: 0 });
}

/** Deletes the rows of these fields, in steps. */
export async function endOwnIndex(writer: Writer, fields: readonly string[]): Promise<void> {
  for (const field of fields) await putOwnSearch(writer, { field, state: "ending", filled_to: 0 });
}

/** While it has a row, the last days by which records are found are written again, in steps: a kind was switched on or off. */
export const lastDaysAnew = "lastDays";

export const findLastDaysAnew = (writer: Writer): Promise<void> => endOwnIndex(writer, [lastDaysAnew]);

export const noteFoundTo = (writer: Writer, foundTo: number): Promise<void> =>
  putOwnSearch(writer, { field: lastDaysAnew, state: "ending", filled_to: foundTo });

/** Notes how far the rows of a field are. */
export const noteFilled = (writer: Writer, field: string, filledTo: number, isComplete: boolean): Promise<void> =>
  putOwnSearch(writer, { field, state: isComplete ? "complete" : "filling", filled_to: filledTo });

export async function deleteOwnSearch(writer: Writer, field: string): Promise<void> {
  await writer.deleteFrom("own_search").where("field", "=", field).execute();
}

/** Deletes some rows of a field. Returns how many. */
export async function deleteOwnHashes(writer: Writer, field: string, atMost: number): Promise<number> {
  const some = writer
    .selectFrom("own_value")
    .select("record_seq")
    .where("field", "=", field)
    .orderBy("hash")
    .limit(atMost);
  const deleted = writer.deleteFrom("own_value").where("field", "=", field).where("record_seq", "in", some);
  return Number((await deleted.executeTakeFirstOrThrow()).numDeletedRows);
}

/** Inserts or replaces the hashes of records. No record has a field twice. */
export async function putOwnHashes(writer: Writer, rows: readonly Row<"own_value">[]): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await writer
      .insertInto("own_value")
      .values(rows.slice(from, from + rowsAtOnce))
      .onConflict((conflict) =>
        conflict.columns(["record_seq", "field"]).doUpdateSet((eb) => ({ hash: eb.ref("excluded.hash") })),
      )
      .execute();
}

/** Replaces all hashes of a record. */
export async function replaceOwnHashes(writer: Writer, seq: number, rows: readonly Row<"own_value">[]): Promise<void> {
  await writer.deleteFrom("own_value").where("record_seq", "=", seq).execute();
  await putOwnHashes(writer, rows);
}

/** Inserts the hashes of new records. */
export async function insertOwnHashes(writer: Writer, given: readonly (OwnHash & { id: string })[]): Promise<void> {
  for (let from = 0; from < given.length; from += rowsAtOnce) {
    const rows = given.slice(from, from + rowsAtOnce).map(({ id, field, hash }) => ({
      record_seq: writer.selectFrom("candidate").select("seq").where("id", "=", id),
      field,
      hash,
    }));
    await writer.insertInto("own_value").values(rows).execute();
  }
}

/** The last record, by which one sees how far a field is filled. */
export async function lastRecord(reader: Reader): Promise<number> {
  const last = reader.selectFrom("candidate").select((eb) => eb.fn.max("seq").as("seq"));
  return (await last.executeTakeFirst())?.seq ?? 0;
}

/** The hashes of some records, by record. */
export async function ownHashesOf(reader: Reader, seqs: readonly number[]): Promise<Map<number, OwnHash[]>> {
  if (seqs.length === 0) return new Map();
  const found = reader.selectFrom("own_value").selectAll().where("record_seq", "in", seqs).orderBy("field");
  return Map.groupBy(await found.execute(), ({ record_seq: seq }) => seq);
}
