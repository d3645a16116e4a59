import type { Insertable, Selectable } from "kysely";
import type { AuditSubject } from "#core/audit/audit-event.ts";
import { type Database, type Reader, type Writer, lockForUpdate } from "./database.ts";
import type { Schema } from "./tables/schema.ts";

export type AuditRow = Selectable<Schema["audit_event"]>;

/** Locks the end of the chain until the transaction ends. It is locked last of all, so that writers wait for each other only here. */
export async function lockAuditHead(database: Database, writer: Writer): Promise<{ seq: number; hash: Uint8Array }> {
  const head = writer.selectFrom("audit_head").select(["seq", "hash"]);
  return lockForUpdate(database, head).executeTakeFirstOrThrow();
}

export async function appendAuditEvent(writer: Writer, row: Insertable<Schema["audit_event"]>): Promise<void> {
  await writer.insertInto("audit_event").values(row).execute();
  await writer.updateTable("audit_head").set({ seq: row.seq, hash: row.hash }).execute();
}

export async function auditHead(reader: Reader): Promise<{ seq: number; hash: Uint8Array }> {
  return reader.selectFrom("audit_head").select(["seq", "hash"]).executeTakeFirstOrThrow();
}

/** Events in the order of the chain. */
export async function auditEventsAfter(reader: Reader, seq: number, atMost: number): Promise<AuditRow[]> {
  return reader.selectFrom("audit_event").selectAll().where("seq", ">", seq).orderBy("seq").limit(atMost).execute();
}

type HistoryQuery = {
  subject: AuditSubject;
  id: string;
  /** Where the page before ended. */
  before: number | null;
  limit: number;
};

/** The events of one subject, the latest first. */
export async function latestAuditEventsOf(
  reader: Reader,
  { subject, id, before, limit }: HistoryQuery,
): Promise<AuditRow[]> {
  let found = reader
    .selectFrom("audit_event")
    .selectAll()
    .where("subject", "=", subject)
    .where("subject_id", "=", id)
    .orderBy("seq", "desc")
    .limit(limit);
  if (before !== null) found = found.where("seq", "<", before);
  return found.execute();
}

export async function auditEventsOf(reader: Reader, subject: AuditSubject, id: string): Promise<AuditRow[]> {
  return reader
    .selectFrom("audit_event")
    .selectAll()
    .where("subject", "=", subject)
    .where("subject_id", "=", id)
    .orderBy("seq")
    .execute();
}
