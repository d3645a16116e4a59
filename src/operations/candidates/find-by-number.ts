import type { Candidate } from "#core/candidates/candidate.ts";
import { canonicalNumber } from "#core/candidates/numbers.ts";
import type { Actor } from "#core/staff/actor.ts";
import { mayListCandidates, mayReadCandidate, require } from "#core/staff/permissions.ts";
import type { Portal } from "../portal.ts";
import { bearersOf } from "./bearers-of-numbers.ts";
import { openCandidate } from "./sealed-candidate.ts";

/** The records, two at most, that bear this number as passport or IRCC number, however they stand with the public. */
export async function findByNumber(portal: Portal, actor: Actor, typed: string): Promise<Candidate[]> {
  require(mayListCandidates(actor), actor);
  const number = canonicalNumber(typed);
  if (number === null) return [];
  const bearers = await bearersOf(portal, portal.database.read, { passportNumber: number, irccNumber: number }, null);
  const rows = new Map(Object.values(bearers).map((row) => [row.id, row]));
  return [...rows.values()]
    .filter((row) => mayReadCandidate(actor, { addedBy: row.added_by }))
    .map((row) => openCandidate(portal, row));
}
