import type { CandidateRecord } from "#core/records/candidate-record.ts";
import { type FieldProblem, PortalError } from "#core/errors.ts";
import type { Actor } from "#core/staff/actor.ts";
import { mayReadRecord } from "#core/staff/permissions.ts";
import type { Writer } from "#storage/database/database.ts";
import type { Portal } from "../portal.ts";
import { numberOwners } from "./number-owners.ts";

/** Each number belongs to one record. The error names that record to those who may read it. */
export async function refuseTakenNumbers(
  portal: Portal,
  writer: Writer,
  actor: Actor,
  record: CandidateRecord,
): Promise<void> {
  const owners = await numberOwners(portal, writer, record, record.id);
  const other = owners.passportNumber ?? owners.irccNumber;
  if (!other) return;
  const fields: Record<string, FieldProblem> = {};
  for (const field of Object.keys(owners)) fields[field] = "number-taken";
  const isReadable = mayReadRecord(actor, { addedBy: other.added_by });
  throw new PortalError("duplicate-number", {
    fields,
    ...(isReadable && { record: { id: other.id, name: other.name } }),
  });
}
