import type { Candidate } from "#core/candidates/candidate.ts";
import { listCandidates } from "#operations/candidates/list-candidates.ts";
import type { OwnRecord } from "#ui/dashboard/own-records.tsx";
import { knownVisitor } from "../accounts/known-visitor.ts";
import { needed } from "../needed.ts";
import type { Visit } from "../visit.ts";
import { listed } from "./candidate-list.ts";
import { placeIn } from "./place-in-list.ts";

const atOnce = 20;

/** What this moderator added, the last changed first; on the first page what came back stands before all else. */
export async function ownRecords(visit: Visit, address: URLSearchParams) {
  const { portal } = visit;
  const { actor } = await knownVisitor(visit);
  const cursor = address.get("cursor") ?? undefined;
  const question = { sort: "changed", limit: atOnce } as const;
  const [page, returned] = await needed(visit, () =>
    Promise.all([
      listCandidates(portal, actor, { ...question, cursor }),
      listCandidates(portal, actor, { ...question, status: "returned", limit: 500 }),
    ]),
  );
  const { next, ...place } = placeIn(address, page.next);
  return {
    ...place,
    records: page.candidates.map(ownRecord),
    returned: returned.candidates.map(ownRecord),
    next: next && `${next}#own-records`,
  };
}

const ownRecord = (candidate: Candidate): OwnRecord => ({
  ...listed(candidate),
  returnReason: candidate.returnReason,
  mayUpdate: candidate.approval !== "approved",
});
