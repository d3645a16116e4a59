import { type Insertable, type Selectable, sql } from "kysely";
import { isRecordId } from "#core/records/candidate-record.ts";
import {
  type Database,
  type KeyedSelect,
  type Reader,
  type Writer,
  preparedSelect,
  lockForUpdate,
} from "./database.ts";
import { underOther } from "./key-sets.ts";
import type { Schema } from "./tables/schema.ts";

export type RecordRow = Omit<Selectable<Schema["candidate"]>, "name_folded">;
export type NewRecordRow = Insertable<Schema["candidate"]>;

/** The columns from which a record is opened. The others are for searching. */
export const recordColumns = [
  "seq",
  "id",
  "registry",
  "name",
  "nationality",
  "approval",
  "hidden",
  "added_by",
  "added_at",
  "changed_at",
  "approved_at",
  "approved_by",
  "version",
  "key_set",
  "passport_index",
  "ircc_index",
  "wrapped_key",
  "sealed",
] as const satisfies (keyof RecordRow)[];

type LookupRow = RecordRow & { settings_version: number | null };

const lookups = (reader: Reader) =>
  reader
    .selectFrom("candidate")
    .select(recordColumns)
    .select((eb) => eb.selectFrom("settings").select("settings.version").as("settings_version"));

const lookup = (name: string, column: "passport_index" | "ircc_index"): KeyedSelect<LookupRow> => ({
  key: column,
  one: preparedSelect(name, (reader) => lookups(reader).where(column, "=", new Uint8Array())),
  some: preparedSelect(`${name}-some`, (reader) =>
    lookups(reader).where(column, "=", sql<Uint8Array>`any(${new Uint8Array()})`),
  ),
});

/** For public lookups: with the version of the settings that apply. */
export const recordByIndex = {
  passport: lookup("candidate-by-passport", "passport_index"),
  ircc: lookup("candidate-by-ircc", "ircc_index"),
};

export async function recordById(reader: Reader, id: string): Promise<RecordRow | undefined> {
  if (!isRecordId(id)) return undefined;
  return reader.selectFrom("candidate").select(recordColumns).where("id", "=", id).executeTakeFirst();
}

/** The row, locked until the transaction ends. */
export async function recordForChange(database: Database, writer: Writer, id: string): Promise<RecordRow | undefined> {
  if (!isRecordId(id)) return undefined;
  const found = writer.selectFrom("candidate").select(recordColumns).where("id", "=", id);
  return lockForUpdate(database, found).executeTakeFirst();
}

/** The records that have one of these numbers, at most one for each index. */
export async function recordsWithNumbers(
  reader: Reader,
  passportIndexes: readonly Uint8Array[],
  irccIndexes: readonly Uint8Array[],
): Promise<RecordRow[]> {
  const lists = [
    ["passport_index", passportIndexes],
    ["ircc_index", irccIndexes],
  ] as const;
  // PostgreSQL takes no empty list.
  const given = lists.filter(([, indexes]) => indexes.length > 0);
  if (given.length === 0) return [];
  return reader
    .selectFrom("candidate")
    .select(recordColumns)
    .where((eb) => eb.or(given.map(([column, indexes]) => eb(column, "in", indexes))))
    .execute();
}

export async function insertRecords(writer: Writer, rows: readonly NewRecordRow[]): Promise<void> {
  await writer.insertInto("candidate").values(rows).execute();
}

export async function updateRecord(
  writer: Writer,
  id: string,
  changes: Partial<Omit<NewRecordRow, "seq" | "id">>,
): Promise<void> {
  await writer.updateTable("candidate").set(changes).where("id", "=", id).execute();
}

export async function deleteRecord(writer: Writer, id: string): Promise<void> {
  await writer.deleteFrom("candidate").where("id", "=", id).execute();
}

/** Some rows whose indexes and keys are of an older key set. */
export async function recordsNotUnder(database: Database, writer: Writer, keySet: string, atMost: number) {
  const found = writer
    .selectFrom("candidate")
    .select(recordColumns)
    .where(underOther("key_set", [keySet]))
    .limit(atMost);
  return lockForUpdate(database, found).execute();
}

/** Every record, page by page, in the order of adding. */
export async function recordsInOrder(reader: Reader, afterSeq: number, atMost: number): Promise<RecordRow[]> {
  return reader
    .selectFrom("candidate")
    .select(recordColumns)
    .where("seq", ">", afterSeq)
    .orderBy("seq")
    .limit(atMost)
    .execute();
}
