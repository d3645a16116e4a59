import type { Insertable, Selectable, Updateable } from "kysely";
import type { Database, Reader, Writer } from "./database.ts";
import { lockForUpdate } from "./lock-for-update.ts";
import { isRowId } from "./row-id.ts";
import type { Schema } from "./schema.ts";

export type ReportRow = Selectable<Schema["report"]>;

export async function insertReport(writer: Writer, row: Insertable<Schema["report"]>): Promise<void> {
  await writer.insertInto("report").values(row).execute();
}

export async function reportById(reader: Reader, id: string): Promise<ReportRow | undefined> {
  if (!isRowId(id)) return undefined;
  return reader.selectFrom("report").selectAll().where("id", "=", id).executeTakeFirst();
}

export async function reportForChange(database: Database, writer: Writer, id: string): Promise<ReportRow | undefined> {
  if (!isRowId(id)) return undefined;
  const found = writer.selectFrom("report").selectAll().where("id", "=", id);
  return lockForUpdate(database, found).executeTakeFirst();
}

export async function updateReport(writer: Writer, id: string, changes: Updateable<Schema["report"]>): Promise<void> {
  await writer.updateTable("report").set(changes).where("id", "=", id).execute();
}

/** Where a page ended: the time of its last row, and the row. */
type ReportPosition = { time: number; seq: number };

type ReportQuestion = { registry: string; after: ReportPosition | null; limit: number };

/** What waits for staff, the longest waiting first. */
export async function openReports(reader: Reader, { registry, after, limit }: ReportQuestion): Promise<ReportRow[]> {
  let found = reader
    .selectFrom("report")
    .selectAll()
    .where("registry", "=", registry)
    .where("closed_at", "is", null)
    .orderBy("received_at")
    .orderBy("seq")
    .limit(limit);
  if (after) {
    found = found.where((eb) => eb(eb.refTuple("received_at", "seq"), ">", eb.tuple(after.time, after.seq)));
  }
  return found.execute();
}

/** What is done, the latest first. */
export async function closedReports(reader: Reader, { registry, after, limit }: ReportQuestion): Promise<ReportRow[]> {
  let found = reader
    .selectFrom("report")
    .selectAll()
    .where("registry", "=", registry)
    .where("closed_at", "is not", null)
    .orderBy("closed_at", "desc")
    .orderBy("seq", "desc")
    .limit(limit);
  if (after) {
    found = found.where((eb) => eb(eb.refTuple("closed_at", "seq"), "<", eb.tuple(after.time, after.seq)));
  }
  return found.execute();
}

type OldReports = { registry: string; closedBefore: number; atMost: number };

/** The longest closed first; says how many went. */
export async function deleteReportsClosedBefore(
  writer: Writer,
  { registry, closedBefore, atMost }: OldReports,
): Promise<number> {
  const old = writer
    .selectFrom("report")
    .select("seq")
    .where("registry", "=", registry)
    .where("closed_at", "<", closedBefore)
    .orderBy("closed_at")
    .limit(atMost);
  const { numDeletedRows } = await writer.deleteFrom("report").where("seq", "in", old).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
