import type { CandidateRecord } from "#core/records/candidate-record.ts";
import type { Actor } from "#core/staff/actor.ts";
import { mayReadReports, authorize } from "#core/staff/permissions.ts";
import { listRecords } from "../records/list-records.ts";
import type { Portal } from "../portal.ts";

const mostRecords = 5;
const mostNumbers = 3;

/**
 * The records that a report may be about: those with the number or name that was typed, else with a number that stands
 * among other words.
 */
export async function recordsReported(portal: Portal, actor: Actor, about: string): Promise<CandidateRecord[]> {
  authorize(mayReadReports(actor), actor);
  for (const search of [about, ...numbersIn(about)]) {
    const { records } = await listRecords(portal, actor, { search, limit: mostRecords });
    if (records.length > 0) return records;
  }
  return [];
}

const numbersIn = (about: string): string[] =>
  about
    .split(/[\s,;:.()]+/u)
    .filter((word) => word !== about && /\p{Nd}/u.test(word))
    .slice(0, mostNumbers);
