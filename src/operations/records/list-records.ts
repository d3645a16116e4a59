import { z } from "zod";
import type { Approval, CandidateRecord } from "#core/records/candidate-record.ts";
import { foldName } from "#core/records/names.ts";
import { canonicalNumber } from "#core/records/numbers.ts";
import { checkInput, optionalText } from "#core/fields.ts";
import { type Actor, actorId } from "#core/staff/actor.ts";
import { authorize, mayListRecords, maySeeEveryRecord } from "#core/staff/permissions.ts";
import { numberIndexes } from "#sealing/number-index.ts";
import {
  countListed,
  everyState,
  listRecordRows,
  type ListFilter,
  type ListPosition,
  type ListSort,
  listSorts,
} from "#storage/database/record-list/record-list.ts";
import { recordsWithNumbers, type RecordRow } from "#storage/database/records.ts";
import { pageFields, pageOf, sealedCursors } from "../paging.ts";
import type { Portal } from "../portal.ts";
import { openRecord } from "./sealed-record.ts";

export type RecordListQuestion = {
  /** Part of a name, or a whole passport or IRCC number. */
  search?: string | undefined;
  status?: "approved" | "denied" | Approval | undefined;
  hidden?: boolean | undefined;
  sort?: ListSort | undefined;
  limit?: number | undefined;
  /** From the page before. */
  cursor?: string | undefined;
};

export type RecordPage = { records: CandidateRecord[]; next: string | null };
export type RecordCount = { count: number; isMore: boolean };

const highestCount = 1000;

const questionSchema = z.object({ search: optionalText(200).default(""), ...pageFields({ usual: 50, most: 500 }) });

const cursors = sealedCursors<ListPosition & { sort: ListSort }>(
  "candidate-list",
  z.object({ sort: z.enum(listSorts), key: z.union([z.string(), z.number()]), seq: z.number() }),
);

/** The list of records, page by page. Moderators see their own. */
export async function listRecords(portal: Portal, actor: Actor, question: RecordListQuestion): Promise<RecordPage> {
  authorize(mayListRecords(actor), actor);
  const { search, limit, cursor } = checkInput(questionSchema, question);
  const filter = filterOf(portal, actor, question, search);
  const owners = await rowsWithNumber(portal, search, filter);
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
export async function countRecords(portal: Portal, actor: Actor, question: RecordListQuestion): Promise<RecordCount> {
  authorize(mayListRecords(actor), actor);
  const { search } = checkInput(questionSchema, question);
  const filter = filterOf(portal, actor, question, search);
  const owners = await rowsWithNumber(portal, search, filter);
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
async function rowsWithNumber(
  { database, keyring, registry }: Portal,
  search: string,
  filter: ListFilter,
): Promise<RecordRow[] | null> {
  const canonical = /\p{Nd}/u.test(search) ? canonicalNumber(search) : null;
  if (canonical === null) return null;
  const passport = numberIndexes(keyring, registry, "passport", canonical);
  const ircc = numberIndexes(keyring, registry, "ircc", canonical);
  const rows = await recordsWithNumbers(database.read, passport, ircc);
  const owners = rows.filter(
    (row) =>
      filter.approvals.includes(row.approval) &&
      filter.hidden.includes(row.hidden) &&
      (filter.addedBy === null || filter.addedBy === row.added_by),
  );
  return owners.length > 0 ? owners : null;
}
