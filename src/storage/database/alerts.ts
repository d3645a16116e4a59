import { isFromFuture } from "#core/wrong-clock.ts";
import { type Database, lockForUpdate, type Reader, type Writer } from "./database.ts";
import type { Row } from "./rows.ts";

export type AlertRow = Row<"alert">;

/** A person for whom an alert is due. */
export const personToTell = (reader: Reader, now: number) =>
  reader
    .selectFrom("alert")
    .select("person_id")
    .where("due_at", "<=", now)
    .orderBy("due_at")
    .limit(1)
    .executeTakeFirst();

/** The alerts of a person that are due by `until`, locked until the transaction ends. */
export const alertsOf = (database: Database, writer: Writer, personId: string, until: number): Promise<AlertRow[]> =>
  lockForUpdate(
    database,
    writer
      .selectFrom("alert")
      .selectAll()
      .where("person_id", "=", personId)
      .where("due_at", "<=", until)
      .orderBy("noted_at")
      .orderBy("id"),
  ).execute();

const atOnce = 500;

/** Deletes exactly these alerts, and none that were added after they were read. */
export async function deleteAlerts(writer: Writer, rows: readonly AlertRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += atOnce) {
    const ids = rows.slice(from, from + atOnce).map(({ id }) => id);
    await writer.deleteFrom("alert").where("id", "in", ids).execute();
  }
}

export async function alertChoicesOf(reader: Reader, personIds: readonly string[]): Promise<Map<string, string>> {
  if (personIds.length === 0) return new Map();
  const rows = await reader.selectFrom("alert_choice").selectAll().where("person_id", "in", personIds).execute();
  return new Map(rows.map(({ person_id, choices }) => [person_id, choices]));
}

type DaysOfRegistry = { registry: string; after: string; upTo: string };

/** Visible records with a document whose last day is in a range. The cross join makes SQLite start with the days. */
export async function recordsEnding(reader: Reader, { registry, after, upTo }: DaysOfRegistry): Promise<string[]> {
  const found = reader
    .selectFrom("record_last_day")
    .crossJoin("candidate")
    .select("candidate.id")
    .distinct()
    .whereRef("candidate.seq", "=", "record_last_day.record_seq")
    .where("day", ">", after)
    .where("day", "<=", upTo)
    .where("registry", "=", registry)
    .where("hidden", "=", 0);
  return (await found.execute()).map(({ id }) => id);
}

export const alertMark = (reader: Reader, id: string) =>
  reader.selectFrom("alert_mark").select("value").where("id", "=", id).executeTakeFirst();

export const alertMarks = (reader: Reader, beginning: string) =>
  reader
    .selectFrom("alert_mark")
    .selectAll()
    .where("id", ">=", beginning)
    .where("id", "<", `${beginning}\u{10ffff}`)
    .orderBy("id")
    .execute();

/** Returns the value of a mark, locked until the transaction ends. Inserts a missing mark with the value `first`. */
export async function lockAlertMark(database: Database, writer: Writer, id: string, first: number): Promise<number> {
  const mark = writer.insertInto("alert_mark").values({ id, value: first });
  await mark.onConflict((conflict) => conflict.doNothing()).execute();
  const found = writer.selectFrom("alert_mark").select("value").where("id", "=", id);
  return (await lockForUpdate(database, found).executeTakeFirstOrThrow()).value;
}

/** The value of a mark that is a time. 0 if there is none, and if the clock was ahead when it was stored. */
export async function timeMark(reader: Reader, id: string, now: number): Promise<number> {
  const { value = 0 } = (await alertMark(reader, id)) ?? {};
  return isFromFuture(value, now) ? 0 : value;
}

/** The same, locked until the transaction ends. */
export async function lockTimeMark(database: Database, writer: Writer, id: string, now: number): Promise<number> {
  const value = await lockAlertMark(database, writer, id, 0);
  return isFromFuture(value, now) ? 0 : value;
}

export async function moveAlertMark(writer: Writer, id: string, value: number): Promise<void> {
  await writer.updateTable("alert_mark").set({ value }).where("id", "=", id).execute();
}
