import { z } from "zod";
import { checkInput, optionalText } from "#core/fields.ts";
import type { Approval } from "#core/records/candidate-record.ts";
import { foldName } from "#core/records/names.ts";
import { canonicalNumber } from "#core/records/numbers.ts";
import { type Actor, actorId } from "#core/staff/actor.ts";
import { authorize, mayListRecords, maySeeEveryRecord, mayDecideOnRecords } from "#core/staff/permissions.ts";
import {
  countListed,
  everyState,
  listRecordRows,
  type ListFilter,
  type ListPosition,
  type ListSort,
  listSorts,
} from "#storage/database/record-list/record-list.ts";
import type { RecordRow } from "#storage/database/records.ts";
import { rowById } from "#storage/database/rows.ts";
import { presentRow } from "../locked-change.ts";
import { pageFields, pageOf, sealedCursors } from "../paging.ts";
import type { Portal } from "../portal.ts";
import { rowsWithNumber } from "./duplicate-numbers.ts";
import { openRecord } from "./sealed-record.ts";

const highestCount = 1000;

const questionSchema = z.object({
  /** Part of a name, or a whole passport or IRCC number. */
  search: optionalText(200).default(""),
  ...pageFields({ usual: 50, most: 500 }),
});

export type RecordListQuestion = z.input<typeof questionSchema> & {
  status?: "approved" | "denied" | Approval | undefined;
  hidden?: boolean | undefined;
  sort?: ListSort | undefined;
};

const cursors = sealedCursors<ListPosition & { sort: ListSort }>(
  "candidate-list",
  z.object({ sort: z.enum(listSorts), key: z.union([z.string(), z.number()]), seq: z.number() }),
);

/** The list of records, page by page. Moderators see their own. */
export async function listRecords(portal: Portal, actor: Actor, question: RecordListQuestion) {
  authorize(mayListRecords(actor), actor);
  const { search, limit, cursor } = checkInput(questionSchema, question);
  const filter = filterOf(portal, actor, question, search);
  const owners = await listedWithNumber(portal, search, filter);
  if (owners) return { records: owners.map((row) => openRecord(portal, row)), next: null };

  const sort = question.sort ?? "name";
  const after = cursors.open(portal, cursor, { sort });
  const rows = await listRecordRows(portal.database, { ...filter, sort, after, limit: limit + 1 });
  const { page, last } = pageOf(rows, limit);
  return {
    records: page.map((row) => openRecord(portal, row)),
    next: last && cursors.seal(portal, { sort, key: last.sort_key, seq: last.seq }),
  };
}

/** How many records match; counting stops at 1,000. */
export async function countRecords(portal: Portal, actor: Actor, question: RecordListQuestion) {
  authorize(mayListRecords(actor), actor);
  const { search } = checkInput(questionSchema, question);
  const filter = filterOf(portal, actor, question, search);
  const owners = await listedWithNumber(portal, search, filter);
  const count = owners?.length ?? (await countListed(portal.database, filter, highestCount + 1));
  return { count: Math.min(count, highestCount), isMore: count > highestCount };
}

function filterOf(portal: Portal, actor: Actor, { status, hidden }: RecordListQuestion, search: string): ListFilter {
  return {
    registry: portal.registry,
    approvals: approvalsOf(status),
    hidden: hidden === undefined ? everyState.hidden : [hidden ? 1 : 0],
    addedBy: maySeeEveryRecord(actor) ? null : actorId(actor),
    search: foldName(search),
  };
}

function approvalsOf(status: RecordListQuestion["status"]): readonly Approval[] {
  if (status === undefined) return everyState.approvals;
  return status === "denied" ? ["waiting", "returned"] : [status];
}

/** The rows with the number that was searched for; null where there are none, as it may be a name. */
async function listedWithNumber(portal: Portal, search: string, filter: ListFilter): Promise<RecordRow[] | null> {
  const canonical = /\p{Nd}/u.test(search) ? canonicalNumber(search) : null;
  if (canonical === null) return null;
  const rows = await rowsWithNumber(portal, canonical);
  const owners = rows.filter(
    (row) =>
      filter.approvals.includes(row.approval) &&
      filter.hidden.includes(row.hidden) &&
      (filter.addedBy === null || filter.addedBy === row.added_by),
  );
  return owners.length > 0 ? owners : null;
}

type QueueQuestion = {
  cursor?: string | undefined;
  limit?: number;
};

/** The place that a record has, or would have, in the queue. */
type QueuePlace = { added_at: number; seq: number };

const queueCursors = sealedCursors<QueuePlace>("approval-queue", z.object({ added_at: z.number(), seq: z.number() }));

/** The records that wait for approval, page by page, the longest waiting first. */
export async function readApprovalQueue(portal: Portal, actor: Actor, { cursor, limit = 50 }: QueueQuestion = {}) {
  authorize(mayDecideOnRecords(actor), actor);
  const rows = await waitingRows(portal, queueCursors.open(portal, cursor), "after", limit + 1);
  const { page, last } = pageOf(rows, limit);
  return {
    records: page.map((row) => openRecord(portal, row)),
    next: last && queueCursors.seal(portal, { added_at: last.added_at, seq: last.seq }),
  };
}

/** The ids of the waiting records around a record. It need not wait itself: it may just have been decided on. */
export async function neighboursInQueue(portal: Portal, actor: Actor, id: string) {
  authorize(mayDecideOnRecords(actor), actor);
  const place = presentRow(portal, await rowById(portal.database.read, "candidate", id));
  const [before] = await waitingRows(portal, place, "before", 1);
  const [after] = await waitingRows(portal, place, "after", 1);
  return { before: before?.id ?? null, after: after?.id ?? null };
}

/** The rows that come after a place, or before it, the nearest first. */
function waitingRows({ database, registry }: Portal, from: QueuePlace | null, way: "after" | "before", limit: number) {
  const filter = { ...everyState, approvals: ["waiting"], registry, addedBy: null, search: "" } as const;
  const after = from && { key: from.added_at, seq: from.seq };
  return listRecordRows(database, { ...filter, sort: way === "after" ? "oldest" : "added", after, limit });
}
