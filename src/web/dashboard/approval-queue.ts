import type { Candidate } from "#core/candidates/candidate.ts";
import type { Actor } from "#core/staff/actor.ts";
import { mayApproveCandidate } from "#core/staff/permissions.ts";
import { writtenCount, writtenMoment } from "#i18n/written.ts";
import { readApprovalQueue } from "#operations/candidates/approval-queue.ts";
import { countCandidates } from "#operations/candidates/list-candidates.ts";
import type { WaitingCandidate } from "#ui/dashboard/approval-table.tsx";
import type { Visit } from "../visit.ts";
import { photoOf } from "./candidate-list.ts";
import { placeIn } from "./place-in-list.ts";

/** One page of the queue as its table shows it. */
export async function approvalQueue({ portal, settings }: Visit, actor: Actor, address: URLSearchParams) {
  const [{ fourEyes }, page, { count, isMore }] = await Promise.all([
    settings(),
    readApprovalQueue(portal, actor, { cursor: address.get("cursor") ?? undefined }),
    countCandidates(portal, actor, { status: "waiting" }),
  ]);
  return {
    rows: page.candidates.map((candidate) => waiting(candidate, mayApproveCandidate(actor, candidate, fourEyes))),
    count: { count, written: writtenCount(count), isMore },
    ...placeIn(address, page.next),
  };
}

function waiting(candidate: Candidate, mayApprove: boolean): WaitingCandidate {
  const { id, version, name, passportNumber, addedAt } = candidate;
  return {
    id,
    version,
    name,
    passportNumber,
    photo: photoOf(candidate),
    addedOn: writtenMoment(addedAt),
    mayApprove,
  };
}

/** The version that a form was made from; what is none is told as stale, for no record has it. */
export const versionIn = ({ version }: Readonly<Record<string, string>>): number | undefined =>
  version === undefined ? undefined : Number(version);
