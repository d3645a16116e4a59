import type { Insertable, Selectable } from "kysely";
import type { AuditSubject } from "#core/audit/audit-event.ts";
import type { Database, Reader, Writer } from "./database.ts";
import { lockForUpdate } from "./lock-for-update.ts";
import type { Schema } from "./schema.ts";

export type AuditRow = Selectable<Schema["audit_event"]>;

/** The end of the chain, held until the transaction ends. Locked last of all, so that writers meet only here. */
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

type HistoryQuestion = {
  subject: AuditSubject;
  id: string;
  /** Where the page before ended. */
  before: number | null;
  limit: number;
};

/** What happened to one thing, the latest first. */
export async function latestAuditEventsOf(
  reader: Reader,
  { subject, id, before, limit }: HistoryQuestion,
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
