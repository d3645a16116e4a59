import type { Candidate } from "#core/candidates/candidate.ts";
import { PortalError } from "#core/errors.ts";
import type { Actor } from "#core/staff/actor.ts";
import { mayListCandidates, mayReadCandidate, require } from "#core/staff/permissions.ts";
import { candidateById } from "#storage/database/candidates.ts";
import type { Portal } from "../portal.ts";
import { openCandidate } from "./sealed-candidate.ts";

/** The whole record, for staff. To a moderator, others' records are as good as absent. */
export async function readCandidate(portal: Portal, actor: Actor, id: string): Promise<Candidate> {
  require(mayListCandidates(actor), actor);
  const row = await candidateById(portal.database.read, id);
  if (!row || row.registry !== portal.registry) throw new PortalError("not-found");
  const candidate = openCandidate(portal, row);
  if (!mayReadCandidate(actor, candidate)) throw new PortalError("not-found");
  return candidate;
}
