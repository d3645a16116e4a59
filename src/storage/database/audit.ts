import type { AuditSubject } from "#core/audit/audit-event.ts";
import { type Database, type Reader, type Writer, lockForUpdate } from "./database.ts";
import { insertRow, type Row } from "./rows.ts";

export type AuditRow = Row<"audit_event">;

const head = (reader: Reader) => reader.selectFrom("audit_head").select(["seq", "hash"]);

export const auditHead = (reader: Reader) => head(reader).executeTakeFirstOrThrow();

/** Locks the end of the chain until the transaction ends. It is locked last of all, so that writers wait for each other only here. */
export const lockAuditHead = (database: Database, writer: Writer) =>
  lockForUpdate(database, head(writer)).executeTakeFirstOrThrow();

/** Changes nothing, and is written all the same. Every change has to write this row. */
export const rewriteAuditHead = (writer: Writer) =>
  writer
    .updateTable("audit_head")
    .set((eb) => ({ seq: eb.ref("seq") }))
    .execute();

export async function appendAuditEvent(writer: Writer, row: AuditRow): Promise<void> {
  await insertRow(writer, "audit_event", row);
  await writer.updateTable("audit_head").set({ seq: row.seq, hash: row.hash }).execute();
}

export const auditEventsAfter = (reader: Reader, seq: number, atMost: number) =>
  reader.selectFrom("audit_event").selectAll().where("seq", ">", seq).orderBy("seq").limit(atMost).execute();

const eventsOf = (reader: Reader, subject: AuditSubject, id: string) =>
  reader.selectFrom("audit_event").selectAll().where("subject", "=", subject).where("subject_id", "=", id);

export const auditEventsOf = (reader: Reader, subject: AuditSubject, id: string) =>
  eventsOf(reader, subject, id).orderBy("seq").execute();

type HistoryQuery = {
  subject: AuditSubject;
  id: string;
  /** Where the page before ended. */
  before: number | null;
  limit: number;
};

export async function latestAuditEventsOf(reader: Reader, { subject, id, before, limit }: HistoryQuery) {
  const found = eventsOf(reader, subject, id).orderBy("seq", "desc").limit(limit);
  return (before === null ? found : found.where("seq", "<", before)).execute();
}
