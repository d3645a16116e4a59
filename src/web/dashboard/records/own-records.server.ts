import type { CandidateRecord } from "#core/records/candidate-record.ts";
import { listRecords } from "#operations/records/list-records.ts";
import type { OwnRecord } from "./own-records.tsx";
import { knownVisitor } from "../../account/server/known-visitor.server.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import type { Visit } from "../../frame/visit.server.ts";
import { listed } from "./record-list.server.ts";
import { placeIn } from "#design/table/list-address.ts";

const atOnce = 20;

/** What this moderator added, the last changed first; on the first page what came back stands before all else. */
export async function ownRecords(visit: Visit, address: URLSearchParams) {
  const { portal } = visit;
  const { actor } = await knownVisitor(visit);
  const cursor = address.get("cursor") ?? undefined;
  const question = { sort: "changed", limit: atOnce } as const;
  const [page, returned] = await orErrorPage(visit, () =>
    Promise.all([
      listRecords(portal, actor, { ...question, cursor }),
      listRecords(portal, actor, { ...question, status: "returned", limit: 500 }),
    ]),
  );
  const { next, ...place } = placeIn(address, page.next);
  return {
    ...place,
    records: page.records.map(ownRecord),
    returned: returned.records.map(ownRecord),
    next: next && `${next}#own-records`,
  };
}

const ownRecord = (record: CandidateRecord): OwnRecord => ({
  ...listed(record),
  returnReason: record.returnReason,
  mayUpdate: record.approval !== "approved",
});
