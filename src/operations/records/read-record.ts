import type { CandidateRecord } from "#core/records/candidate-record.ts";
import { PortalError } from "#core/errors.ts";
import type { Actor } from "#core/staff/actor.ts";
import { mayListRecords, mayReadRecord, authorize } from "#core/staff/permissions.ts";
import { recordById } from "#storage/database/records.ts";
import type { Portal } from "../portal.ts";
import { openRecord } from "./sealed-record.ts";

/** The whole record, for staff. To a moderator, others' records are as good as absent. */
export async function readRecord(portal: Portal, actor: Actor, id: string): Promise<CandidateRecord> {
  authorize(mayListRecords(actor), actor);
  const row = await recordById(portal.database.read, id);
  if (!row || row.registry !== portal.registry) throw new PortalError("not-found");
  const record = openRecord(portal, row);
  if (!mayReadRecord(actor, record)) throw new PortalError("not-found");
  return record;
}
