import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { z } from "zod";
import { checkInput } from "#core/fields.ts";
import { detailsOfChange } from "#core/audit/audit-event.ts";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import { type Actor, actorId } from "#core/accounts/actor.ts";
import { authorize, mayListRecords, maySeeEveryRecord, requireRecentProof } from "#core/accounts/permissions.ts";
import { adders, type ListFilter } from "#storage/database/records/list-filter.ts";
import {
  countListed,
  listAndCountRows,
  listRecordRows,
  type ListPosition,
  type ListSort,
  listSorts,
} from "#storage/database/records/record-list.ts";
import { namesById } from "#storage/database/accounts/roles.ts";
import { logSettingsEvent } from "../portal/log-audit-event.ts";
import { pageBothWays, pageFields, sealedCursors } from "../portal/paging.ts";
import type { Portal } from "../portal/portal.ts";
import { listFilterOf, type RecordFilter, recordFilterSchema } from "./record-filter.ts";
import { openRecords } from "../sealed/open-records.ts";

const highestCount = 1000;

const pageSchema = z.object({
  sort: z.enum(listSorts).default("name"),
  ...pageFields({ usual: 50, most: 500 }),
});

export type RecordListQuestion = RecordFilter & z.input<typeof pageSchema>;

/** Where the next page begins. With `isBefore`, the position before which the previous page ends. */
type ListPlace = ListPosition & { sort: ListSort; isBefore?: boolean | undefined };

const cursors = sealedCursors<ListPlace>(
  "candidate-list",
  z.object({
    sort: z.enum(listSorts),
    key: z.union([z.string(), z.number()]),
    seq: z.number(),
    isBefore: z.boolean().optional(),
  }),
);

/** Returns a page of the list of records, and which of it cannot be opened. Moderators see only their own. */
export async function listRecords(portal: Portal, actor: Actor, question: RecordListQuestion) {
  const { count: _uncounted, ...page } = await pageOfList(
    portal,
    await filterFor(portal, actor, question),
    question,
    0,
  );
  return page;
}

/** Returns how many records match. Counting stops at 1,000. */
export async function countRecords(portal: Portal, actor: Actor, question: RecordFilter) {
  return shownCount(await countListed(portal.database, await filterFor(portal, actor, question), highestCount + 1));
}

/** Returns a page of the list, and how many records match. A search for a number counts only once against the limit. */
export async function listAndCountRecords(portal: Portal, actor: Actor, question: RecordListQuestion) {
  const filter = await filterFor(portal, actor, question);
  const page = await pageOfList(portal, filter, question, highestCount + 1);
  return { ...page, count: shownCount(page.count) };
}

/** Yields the ids of all records that match, in batches. */
export async function* matchingRecordIds(
  portal: Portal,
  actor: Actor,
  question: RecordFilter,
  atOnce = 500,
): AsyncGenerator<string[], void> {
  const filter = await filterFor(portal, actor, question);
  for await (const rows of matchingRows(portal, filter, atOnce)) yield rows.map(({ id }) => id);
}

/** Yields all rows that match, in batches, newest first. A record that is changed in the meantime is yielded once. */
async function* matchingRows(
  { database }: Portal,
  filter: ListFilter,
  atOnce: number,
): AsyncGenerator<ListedRows, void> {
  let after: ListPosition | null = null;
  for (;;) {
    const rows: ListedRows = await listRecordRows(database, { ...filter, sort: "added", after, limit: atOnce });
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < atOnce) return;
    after = { key: last.sort_key, seq: last.seq };
    await yieldToEventLoop();
  }
}

const takenAtOnce = 200;

/**
 * Returns all records that match and can be opened, in their current state, for a table. The audit log stores who took them, what the
 * filter was, and how many they were. `check` sees the rows before, and may refuse.
 */
export async function takeMatching(
  portal: Portal,
  actor: Actor,
  question: RecordFilter,
  check?: (rows: AsyncIterable<ListedRows>) => Promise<void>,
) {
  const filter = await filterFor(portal, actor, question);
  requireRecentProof(actor);
  await check?.(matchingRows(portal, filter, takenAtOnce));
  const records = await countListed(portal.database, filter, Number.MAX_SAFE_INTEGER);
  const { search, own, ...others } = checkInput(recordFilterSchema, question);
  const byOwnFields = Object.keys(own).join(" ");
  // A number that was searched for must not be logged, nor a value of an own field.
  const auditDetails = {
    ...others,
    ...(byOwnFields && { byOwnFields }),
    ...(search && { search: /\p{Nd}/u.test(search) ? "number" : search }),
    records,
  };
  await logSettingsEvent(portal, {
    actor,
    action: "records-exported",
    subject: "staff",
    subjectId: actorId(actor),
    details: detailsOfChange({}, auditDetails),
  });
  return openedRecords(portal, filter);
}

async function* openedRecords(portal: Portal, filter: ListFilter): AsyncGenerator<CandidateRecord[]> {
  for await (const rows of matchingRows(portal, filter, takenAtOnce)) yield openRecords(portal, rows).records;
}

async function filterFor(portal: Portal, actor: Actor, question: RecordFilter): Promise<ListFilter> {
  authorize(mayListRecords(actor), actor);
  return listFilterOf(portal, actor, checkInput(recordFilterSchema, question));
}

const shownCount = (count: number) => ({ count: Math.min(count, highestCount), isMore: count > highestCount });

async function pageOfList(portal: Portal, filter: ListFilter, question: RecordListQuestion, countTo: number) {
  const { sort, limit, cursor } = checkInput(pageSchema, question);
  let count = 0;
  const { page, previous, next } = await pageBothWays(cursors.open(portal, cursor, { sort }), limit, async (part) => {
    const listed = await listAndCountRows(portal.database, { ...filter, sort, ...part, countTo });
    count = listed.count;
    return listed.rows;
  });
  const sealed = ({ sort_key: key, seq }: (typeof page)[number], isBefore?: true) =>
    cursors.seal(portal, { sort, key, seq, ...(isBefore && { isBefore }) });
  return {
    ...openRecords(portal, page),
    previous: previous && sealed(previous, true),
    next: next && sealed(next),
    count,
  };
}

type ListedRows = Awaited<ReturnType<typeof listRecordRows>>;

/** Returns every account that has added records, by name. */
export async function listAdders({ database }: Portal, actor: Actor): Promise<{ id: string; name: string }[]> {
  authorize(maySeeEveryRecord(actor), actor);
  const names = await namesById(database.read, await adders(database));
  return Array.from(names, ([id, name]) => ({ id, name })).toSorted((a, b) => a.name.localeCompare(b.name));
}
