import type { Insertable, Selectable, Updateable } from "kysely";
import { type Database, type Reader, type Writer, lockForUpdate, isRowId } from "./database.ts";
import type { Schema } from "./tables/schema.ts";

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

type ReportQuery = { registry: string; after: ReportPosition | null; limit: number };

/** Reports that wait for staff, the longest waiting first. */
export const openReports = (reader: Reader, query: ReportQuery): Promise<ReportRow[]> =>
  reportsBy(reader, query, { time: "received_at", isClosed: false });

/** Closed reports, the latest first. */
export const closedReports = (reader: Reader, query: ReportQuery): Promise<ReportRow[]> =>
  reportsBy(reader, query, { time: "closed_at", isClosed: true });

function reportsBy(
  reader: Reader,
  { registry, after, limit }: ReportQuery,
  { time, isClosed }: { time: "received_at" | "closed_at"; isClosed: boolean },
): Promise<ReportRow[]> {
  const direction = isClosed ? "desc" : "asc";
  let found = reader
    .selectFrom("report")
    .selectAll()
    .where("registry", "=", registry)
    .where("closed_at", isClosed ? "is not" : "is", null)
    .orderBy(time, direction)
    .orderBy("seq", direction)
    .limit(limit);
  if (after) {
    const beyond = isClosed ? "<" : ">";
    found = found.where((eb) => eb(eb.refTuple(time, "seq"), beyond, eb.tuple(after.time, after.seq)));
  }
  return found.execute();
}

type OldReports = { registry: string; closedBefore: number; atMost: number };

/** The longest closed first. Returns how many were deleted. */
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
