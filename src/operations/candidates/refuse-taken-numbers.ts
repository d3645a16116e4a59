import type { Candidate } from "#core/candidates/candidate.ts";
import { type FieldProblem, PortalError } from "#core/errors.ts";
import type { Actor } from "#core/staff/actor.ts";
import { mayReadCandidate } from "#core/staff/permissions.ts";
import type { Writer } from "#storage/database/database.ts";
import type { Portal } from "../portal.ts";
import { bearersOf } from "./bearers-of-numbers.ts";

/** Each number belongs to one record. The error names that record to those who may read it. */
export async function refuseTakenNumbers(
  portal: Portal,
  writer: Writer,
  actor: Actor,
  candidate: Candidate,
): Promise<void> {
  const bearers = await bearersOf(portal, writer, candidate, candidate.id);
  const other = bearers.passportNumber ?? bearers.irccNumber;
  if (!other) return;
  const fields: Record<string, FieldProblem> = {};
  for (const field of Object.keys(bearers)) fields[field] = "number-taken";
  const isReadable = mayReadCandidate(actor, { addedBy: other.added_by });
  throw new PortalError("duplicate-number", {
    fields,
    ...(isReadable && { record: { id: other.id, name: other.name } }),
  });
}
