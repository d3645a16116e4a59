import type { Candidate } from "#core/candidates/candidate.ts";
import type { Actor } from "#core/staff/actor.ts";
import { mayReadReports, require } from "#core/staff/permissions.ts";
import { listCandidates } from "../candidates/list-candidates.ts";
import type { Portal } from "../portal.ts";

const mostRecords = 5;
const mostNumbers = 3;

/**
 * The records that a report may be about: those with the number or name that was typed, else with a number that stands
 * among other words.
 */
export async function recordsReported(portal: Portal, actor: Actor, about: string): Promise<Candidate[]> {
  require(mayReadReports(actor), actor);
  for (const search of [about, ...numbersIn(about)]) {
    const { candidates } = await listCandidates(portal, actor, { search, limit: mostRecords });
    if (candidates.length > 0) return candidates;
  }
  return [];
}

const numbersIn = (about: string): string[] =>
  about
    .split(/[\s,;:.()]+/u)
    .filter((word) => word !== about && /\p{Nd}/u.test(word))
    .slice(0, mostNumbers);
