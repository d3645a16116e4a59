import type { CandidateRecord } from "#core/records/candidate-record.ts";
import { PortalError } from "#core/errors.ts";
import { canonicalNumber } from "#core/records/numbers.ts";
import type { Actor } from "#core/staff/actor.ts";
import { authorize, mayListRecords, mayReadRecord } from "#core/staff/permissions.ts";
import { recordById } from "#storage/database/records.ts";
import { presentRow } from "../locked-change.ts";
import type { Portal } from "../portal.ts";
import { numberOwners } from "./duplicate-numbers.ts";
import { openRecord } from "./sealed-record.ts";

/** The whole record, for staff. Others' records are as good as absent to a moderator. */
export async function readRecord(portal: Portal, actor: Actor, id: string): Promise<CandidateRecord> {
  authorize(mayListRecords(actor), actor);
  const record = openRecord(portal, presentRow(portal, await recordById(portal.database.read, id)));
  if (!mayReadRecord(actor, record)) throw new PortalError("not-found");
  return record;
}

/** The records, two at most, with this number as passport or IRCC number, whether the public sees them or not. */
export async function findByNumber(portal: Portal, actor: Actor, typed: string): Promise<CandidateRecord[]> {
  authorize(mayListRecords(actor), actor);
  const number = canonicalNumber(typed);
  if (number === null) return [];
  const owners = await numberOwners(portal, portal.database.read, { passportNumber: number, irccNumber: number }, null);
  const rows = new Map(Object.values(owners).map((row) => [row.id, row]));
  return [...rows.values()]
    .filter((row) => mayReadRecord(actor, { addedBy: row.added_by }))
    .map((row) => openRecord(portal, row));
}
