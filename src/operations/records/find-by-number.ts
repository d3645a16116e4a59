import type { CandidateRecord } from "#core/records/candidate-record.ts";
import { canonicalNumber } from "#core/records/numbers.ts";
import type { Actor } from "#core/staff/actor.ts";
import { mayListRecords, mayReadRecord, authorize } from "#core/staff/permissions.ts";
import type { Portal } from "../portal.ts";
import { numberOwners } from "./number-owners.ts";
import { openRecord } from "./sealed-record.ts";

/** The records, two at most, that bear this number as passport or IRCC number, however they stand with the public. */
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
