import { chainStart } from "#sealing/chain.ts";
import { auditEventsAfter, auditHead } from "#storage/database/audit.ts";
import { everyRow } from "../paging.ts";
import type { Portal } from "../portal.ts";
import { hashOfEvent } from "./log-audit-event.ts";

export type AuditVerdict = { events: number; brokenAt: number | null };

/** Verifies the whole chain. `brokenAt` is the first event that is changed, missing or out of place. */
export async function verifyAudit({ database }: Portal): Promise<AuditVerdict> {
  const head = await auditHead(database.read);
  let last = { seq: 0, hash: chainStart as Uint8Array };
  const events = everyRow((after, atMost) => auditEventsAfter(database.read, after, atMost));
  for await (const { hash, ...event } of events) {
    const expected = hashOfEvent(last.hash, event);
    if (event.seq !== last.seq + 1 || !expected.equals(hash)) return { events: last.seq, brokenAt: last.seq + 1 };
    last = { seq: event.seq, hash };
  }
  // Events may have been added meanwhile; the end may not lie before the head that was read first.
  const reachesHead = last.seq > head.seq || (last.seq === head.seq && Buffer.from(head.hash).equals(last.hash));
  return { events: last.seq, brokenAt: reachesHead ? null : last.seq + 1 };
}
