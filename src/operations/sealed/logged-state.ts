import { isDeepStrictEqual } from "node:util";
import { SealBroken } from "#sealing/seal.ts";
import { auditEventsOf } from "#storage/database/audit.ts";
import { rowById } from "#storage/database/rows.ts";
import { openEvent } from "../portal/log-audit-event.ts";
import type { Portal } from "../portal/portal.ts";
import { openedRecord, recordKey } from "./sealed-record.ts";

/** Whether the record is what its audit events say. */
export async function isStateLogged(portal: Portal, id: string): Promise<boolean> {
  const { read } = portal.database;
  const row = await rowById(read, "candidate", id);
  const events = await auditEventsOf(read, "candidate", id);
  if (!row) return events.at(-1)?.action === "candidate-deleted";
  const record = openedRecord(portal, row);
  // A record that cannot be opened is reported as such by `verifyRecords`.
  if (!record) return true;
  const key = recordKey(portal, row);
  const logged: Record<string, unknown> = { assignedTo: null, revision: null };
  let version = 0;
  try {
    for (const event of events) {
      const details = Object.entries(openEvent(event, key).details ?? {});
      for (const [field, { to }] of details) logged[field] = to;
      const isChange = details.some(([field]) => field !== "assignedTo" && Object.hasOwn(record, field));
      if (isChange || event.action === "revision-taken-back") version += 1;
    }
  } catch (error) {
    if (error instanceof SealBroken) return false;
    throw error;
  }
  const { approval, hidden, assignedTo, revision } = record;
  return isDeepStrictEqual(
    { ...logged, approval, hidden, assignedTo, revision, version: record.version },
    { ...logged, version },
  );
}
