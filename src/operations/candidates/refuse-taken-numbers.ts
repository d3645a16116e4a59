import type { Candidate } from "#core/candidates/candidate.ts";
import { type FieldProblem, PortalError } from "#core/errors.ts";
import type { Actor } from "#core/staff/actor.ts";
import { mayReadCandidate } from "#core/staff/permissions.ts";
import { numberIndexes } from "#sealing/number-index.ts";
import { candidatesWithNumbers } from "#storage/database/candidates.ts";
import type { Writer } from "#storage/database/database.ts";
import type { Portal } from "../portal.ts";
import { openCandidate } from "./sealed-candidate.ts";

/** Each number belongs to one record. The error names that record to those who may read it. */
export async function refuseTakenNumbers(
  portal: Portal,
  writer: Writer,
  actor: Actor,
  { id, registry, passportNumber, irccNumber }: Candidate,
): Promise<void> {
  const passport = numberIndexes(portal.keyring, registry, "passport", passportNumber);
  const ircc = numberIndexes(portal.keyring, registry, "ircc", irccNumber);
  const rows = await candidatesWithNumbers(writer, passport, ircc);
  const others = rows.filter((row) => row.id !== id).map((row) => openCandidate(portal, row));
  const [other] = others;
  if (!other) return;
  const fields: Record<string, FieldProblem> = {};
  if (others.some((taken) => taken.passportNumber === passportNumber)) fields["passportNumber"] = "number-taken";
  if (others.some((taken) => taken.irccNumber === irccNumber)) fields["irccNumber"] = "number-taken";
  const record = mayReadCandidate(actor, other) ? { record: { id: other.id, name: other.name } } : {};
  throw new PortalError("duplicate-number", { fields, ...record });
}
