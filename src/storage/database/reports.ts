import type { Reader, Writer } from "./database.ts";
import type { Row } from "./rows.ts";

export type ReportRow = Row<"report">;

export type ReportQuery = {
  registry: string;
  /** Closed reports, the latest first. Of the open ones those that are urgent, or the others, the oldest first. */
  part: "urgent" | "others" | "closed";
  /** Where the previous page ended: the time of its last row, and the row. */
  after: { time: number; seq: number } | null;
  limit: number;
};

export async function reportsByTime(reader: Reader, query: ReportQuery): Promise<ReportRow[]> {
  const { registry, part, after, limit } = query;
  const isClosed = part === "closed";
  const time = isClosed ? "closed_at" : "received_at";
  const direction = isClosed ? "desc" : "asc";
  const found = reader
    .selectFrom("report")
    .selectAll()
    .where("registry", "=", registry)
    .where("closed_at", isClosed ? "is not" : "is", null)
    .$if(!isClosed, (open) => open.where("urgent_kind", part === "urgent" ? "<>" : "=", ""))
    .orderBy(time, direction)
    .orderBy("seq", direction)
    .limit(limit);
  if (!after) return found.execute();
  const beyond = isClosed ? "<" : ">";
  return found.where((eb) => eb(eb.refTuple(time, "seq"), beyond, eb.tuple(after.time, after.seq))).execute();
}

export const reportsOfHolder = (reader: Reader, holderId: string, atMost: number): Promise<ReportRow[]> =>
  reader
    .selectFrom("report")
    .innerJoin("holder_report", "holder_report.report_id", "report.id")
    .selectAll("report")
    .where("holder_report.holder_id", "=", holderId)
    .orderBy("report.seq", "desc")
    .limit(atMost)
    .execute();

type OldReports = { registry: string; closedBefore: number; atMost: number };

/** Deletes the reports that were closed first. Returns the number of deleted reports. */
export async function deleteReportsClosedBefore(writer: Writer, { registry, closedBefore, atMost }: OldReports) {
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

/** Counts the open reports up to a limit. Also returns the time when the oldest arrived. */
export async function openReports(reader: Reader, registry: string, atMost: number) {
  const oldest = reader
    .selectFrom("report")
    .select("received_at")
    .where("registry", "=", registry)
    .where("closed_at", "is", null)
    .orderBy("received_at")
    .limit(atMost)
    .as("oldest");
  return reader
    .selectFrom(oldest)
    .select((eb) => [eb.fn.countAll<number>().as("count"), eb.fn.min("received_at").as("since")])
    .executeTakeFirstOrThrow();
}
