import type { CandidateRecord } from "#core/records/candidate-record.ts";
import type { Actor } from "#core/staff/actor.ts";
import { mayApproveRecord } from "#core/staff/permissions.ts";
import { writtenCount, writtenMoment } from "#i18n/written.ts";
import { readApprovalQueue } from "#operations/records/approval-queue.ts";
import { countRecords } from "#operations/records/list-records.ts";
import type { WaitingRecord } from "./approval-table.tsx";
import type { Visit } from "../../frame/visit.server.ts";
import { photoOf } from "../records/record-list.server.ts";
import { placeIn } from "#design/table/list-address.ts";

/** One page of the queue as its table shows it. */
export async function approvalQueue({ portal, settings }: Visit, actor: Actor, address: URLSearchParams) {
  const [{ fourEyes }, page, { count, isMore }] = await Promise.all([
    settings(),
    readApprovalQueue(portal, actor, { cursor: address.get("cursor") ?? undefined }),
    countRecords(portal, actor, { status: "waiting" }),
  ]);
  return {
    rows: page.records.map((record) => waiting(record, mayApproveRecord(actor, record, fourEyes))),
    count: { count, written: writtenCount(count), isMore },
    ...placeIn(address, page.next),
  };
}

function waiting(record: CandidateRecord, mayApprove: boolean): WaitingRecord {
  const { id, version, name, passportNumber, addedAt } = record;
  return {
    id,
    version,
    name,
    passportNumber,
    photo: photoOf(record),
    addedOn: writtenMoment(addedAt),
    mayApprove,
  };
}

/** The version that a form was made from; what is none is told as stale, for no record has it. */
export const versionIn = ({ version }: Readonly<Record<string, string>>): number | undefined =>
  version === undefined ? undefined : Number(version);
