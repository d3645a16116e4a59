import { sql } from "kysely";
import {
  type Database,
  type KeyedSelect,
  type PreparedSelect,
  type Reader,
  type Writer,
  preparedSelect,
  lockForUpdate,
} from "../database.ts";
import { underOther } from "../under-other-keys.ts";
import { foundByIds, rowsAtOnce, writeTogether } from "../rows.ts";
import { indexColumns, type RecordIndexes, type RecordRow } from "./record-row.ts";

export type RecordState = Pick<RecordRow, "approval" | "hidden">;

/** `last_days`: the last days of the documents, sorted and separated by spaces; null if there are none. */
export type IndexedRow = RecordRow & RecordIndexes & { last_days: string | null };

/** The columns from which strangers see something. Each further column costs every lookup. */
const shownColumns = [
  "seq",
  "id",
  "registry",
  "name",
  "nationality",
  "approval",
  "hidden",
  "changed_at",
  "approved_at",
  "wrapped_key",
  "sealed",
] as const satisfies (keyof RecordRow)[];

/** The columns from which a record is opened. The other columns are for searching. */
export const recordColumns = [
  ...shownColumns,
  "added_by",
  "added_at",
  "approved_by",
  "assigned_to",
  "version",
  "key_set",
  "passport_index",
  "ircc_index",
] as const satisfies (keyof RecordRow)[];

export type ShownRow = Pick<RecordRow, (typeof shownColumns)[number]>;

export type LookupRow = ShownRow & { settings_version: number | null };

const lookups = (reader: Reader) =>
  reader
    .selectFrom("candidate")
    .select(shownColumns)
    .select((eb) => eb.selectFrom("settings").select("settings.version").as("settings_version"));

type NumberColumn = "passport_index" | "ircc_index";

function lookup(name: string, columns: readonly NumberColumn[]): KeyedSelect<LookupRow> {
  const selects = new Map<number, PreparedSelect<LookupRow>>();
  const withKeys = (counts: readonly number[]) =>
    preparedSelect(`${name}-${counts.join("-")}`, (reader) => {
      const found = lookups(reader).where((eb) =>
        eb.or(
          columns.flatMap((column, at) => {
            const keys = Array.from({ length: counts[at] ?? 0 }, () => new Uint8Array());
            return keys.length > 1 ? eb(column, "in", keys) : keys.map((key) => eb(column, "=", key));
          }),
        ),
      );
      return counts.reduce((sum, count) => sum + count) > 1 ? found.select(columns) : found;
    });
  return {
    columns,
    withKeys: (keys) =>
      selects.getOrInsertComputed(
        keys.reduce((sum, { length }) => sum * mostKeys + length, 0),
        () => withKeys(keys.map(({ length }) => length)),
      ),
    withArrays: preparedSelect(`${name}-arrays`, (reader) =>
      lookups(reader)
        .select(columns)
        .where((eb) => eb.or(columns.map((column) => eb(column, "=", sql<Uint8Array>`any(${new Uint8Array()})`)))),
    ),
  };
}

/** More than the spellings of a number under all secrets that a site may have. */
const mostKeys = 1000;

/** For public lookups: with the version of the settings that apply. Of both kinds of numbers, the second comes first. */
export const recordsByIndex = {
  passport: lookup("candidate-by-passport", ["passport_index"]),
  either: lookup("candidate-by-either", ["ircc_index", "passport_index"]),
};

/** The records that have one of these numbers, at most one for each index, in the order of adding. */
export async function recordsWithNumbers(
  reader: Reader,
  passportIndexes: readonly Uint8Array[],
  irccIndexes: readonly Uint8Array[],
): Promise<RecordRow[]> {
  const lists = [
    ["passport_index", passportIndexes],
    ["ircc_index", irccIndexes],
  ] as const;
  // PostgreSQL accepts no empty list.
  const given = lists.filter(([, indexes]) => indexes.length > 0);
  if (given.length === 0) return [];
  return reader
    .selectFrom("candidate")
    .select(recordColumns)
    .where((eb) => eb.or(given.map(([column, indexes]) => eb(column, "in", indexes))))
    .orderBy("seq")
    .execute();
}

/** The records that are assigned to a person, locked until the transaction ends. */
export const recordsAssignedTo = (database: Database, writer: Writer, person: string) =>
  lockForUpdate(
    database,
    writer
      .selectFrom("candidate")
      .select(["id", "added_by", "wrapped_key"])
      .where("assigned_to", "=", person)
      .orderBy("seq"),
  ).execute();

/** Some records whose indexes and keys were made with an older key set, locked until the transaction ends. */
export async function recordsNotUnder(database: Database, writer: Writer, keySet: string, atMost: number) {
  const found = writer
    .selectFrom("candidate")
    .select(recordColumns)
    .where(underOther("key_set", [keySet]))
    .limit(atMost);
  return lockForUpdate(database, found).execute();
}

/** Records of every registry, in the order of adding. For one registry SQLite would sort all its records each time. */
export const recordIdsAfter = (reader: Reader, seq: number, atMost: number) =>
  reader
    .selectFrom("candidate")
    .select(["id", "seq", "registry"])
    .where("seq", ">", seq)
    .orderBy("seq")
    .limit(atMost)
    .execute();

export const namesAfter = (reader: Reader, seq: number, atMost: number) =>
  reader
    .selectFrom("candidate")
    .select(["seq", "name", "name_folded"])
    .where("seq", ">", seq)
    .orderBy("seq")
    .limit(atMost)
    .execute();

/** Writes how a record is searched for, unless its name has changed meanwhile. */
export async function putFoldedName(writer: Writer, seq: number, name: string, folded: string): Promise<void> {
  await writer
    .updateTable("candidate")
    .set({ name_folded: folded })
    .where("seq", "=", seq)
    .where("name", "=", name)
    .execute();
}

export const recordsInOrder = (reader: Reader, afterSeq: number, atMost: number): Promise<IndexedRow[]> =>
  reader
    .selectFrom("candidate")
    .select([...new Set([...recordColumns, ...indexColumns])])
    .select((eb) =>
      eb
        .selectFrom("record_last_day")
        .whereRef("record_seq", "=", "candidate.seq")
        .select(sql<string | null>`string_agg(day, ' ' order by day)`.as("days"))
        .as("last_days"),
    )
    .where("seq", ">", afterSeq)
    .orderBy("seq")
    .limit(atMost)
    .execute();

export async function countAssignedTo(reader: Reader, registry: string, personId: string): Promise<number> {
  const assigned = reader.selectFrom("candidate").where("assigned_to", "=", personId).where("registry", "=", registry);
  return (await assigned.select((eb) => eb.fn.countAll<number>().as("count")).executeTakeFirstOrThrow()).count;
}

/** Records, locked until the transaction ends. The fixed order of the locks prevents deadlocks. */
export async function recordsForChange(database: Database, writer: Writer, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const found = writer.selectFrom("candidate").select(recordColumns).where("id", "in", ids).orderBy("id");
  return lockForUpdate(database, found).execute();
}

export async function recordNames(reader: Reader, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const found = reader.selectFrom("candidate").select("name").where("id", "in", ids).orderBy("name");
  return (await found.execute()).map(({ name }) => name);
}

/** Which of these records have a comment, a holder, a link for a holder, or a day until which they are kept. */
export async function recordsWorkedOn(reader: Reader, ids: readonly string[]): Promise<Set<string>> {
  const given = sql`(${sql.join([...ids])})`;
  const found = await sql<{ id: string }>`
    select candidate_id as id from record_comment where candidate_id in ${given}
    union select candidate_id from holder where candidate_id in ${given}
    union select candidate_id from holder_link where candidate_id in ${given}
    union select id from candidate join retention_hold on record_seq = candidate.seq where id in ${given}`.execute(
    reader,
  );
  return new Set(found.rows.map(({ id }) => id));
}

type OfPerson = { hashes: readonly Uint8Array[]; exceptId: string; addedBy: string | null; atMost: number };

/** Some other records of the same person. `addedBy` is the account that added them; null for any account. */
export async function recordsOfPerson(reader: Reader, { hashes, exceptId, addedBy, atMost }: OfPerson) {
  const found = reader
    .selectFrom("candidate")
    .select(recordColumns)
    .where("same_person", "in", hashes)
    .where("id", "<>", exceptId)
    .orderBy("seq")
    .limit(atMost);
  return (addedBy === null ? found : found.where("added_by", "=", addedBy)).execute();
}

export const recordsWithIds = (reader: Reader, given: readonly string[]): Promise<RecordRow[]> =>
  foundByIds(given, (ids) => reader.selectFrom("candidate").select(recordColumns).where("id", "in", ids).execute());

/** Inserts the last days of new records. No record has a day twice. */
export async function insertLastDays(writer: Writer, given: readonly { id: string; day: string }[]): Promise<void> {
  for (let from = 0; from < given.length; from += rowsAtOnce) {
    const rows = sql.join(given.slice(from, from + rowsAtOnce).map(({ id, day }) => sql`(${id}, ${day})`));
    await sql`
      insert into record_last_day (record_seq, day)
      select candidate.seq, given.column2 from (values ${rows}) as given
      join candidate on candidate.id = given.column1`.execute(writer);
  }
}

/** Replaces the last days of the documents of records. No record has a day twice. */
export async function putLastDays(
  database: Database,
  writer: Writer,
  given: readonly { seq: number; days: readonly string[] }[],
): Promise<void> {
  for (let from = 0; from < given.length; from += rowsAtOnce) {
    const some = given.slice(from, from + rowsAtOnce);
    const rows = some.flatMap(({ seq, days }) => days.map((day) => ({ record_seq: seq, day })));
    const earlier = writer.deleteFrom("record_last_day").where(
      "record_seq",
      "in",
      some.map(({ seq }) => seq),
    );
    if (rows.length === 0) {
      await earlier.execute();
      continue;
    }
    const kept = sql.join(rows.map(({ record_seq, day }) => sql`(${sql.lit(record_seq)}, ${day})`));
    await writeTogether(database, writer, [
      earlier.where(sql<boolean>`(record_seq, day) not in (values ${kept})`),
      writer
        .insertInto("record_last_day")
        .values(rows)
        .onConflict((conflict) => conflict.doNothing()),
    ]);
  }
}
