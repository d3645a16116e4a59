import { mostCounted } from "#core/own-fields/own-field.ts";
import type { AnyKind } from "#core/own-fields/own-paper.ts";
import { isHeldBack, isShown } from "#core/records/visibility.ts";
import { contentsOf, hasOwn } from "#core/records/revision.ts";
import { recordsInOrder } from "#storage/database/records/records.ts";
import type { Portal } from "../portal/portal.ts";
import { revisedById, type RevisedRecord } from "../sealed/revised-record.ts";

const readAtOnce = 200;

/** How many records have something of a field or paper. `isMore`: there are more records than were opened. */
export type ValueCount = { records: number; isMore: boolean };

/** Counts the records that have, or would get, something of each of these fields or papers. */
export const countOwnValues = (
  portal: Portal,
  ids: readonly string[],
  atMost?: number,
): Promise<ReadonlyMap<string, ValueCount>> => countRecords(portal, ids, hasOwnValue, atMost);

export const countOwnValue = async (portal: Portal, id: string): Promise<number> =>
  (await countOwnValues(portal, [id])).get(id)?.records ?? 0;

/** Counts the public records that have this paper, without those whose holder holds it back. */
export async function countPapersToShow(portal: Portal, paper: AnyKind): Promise<ValueCount> {
  const isToShow = ({ record }: RevisedRecord) =>
    isShown(record, portal.registry) && record.documents[paper] !== undefined && !isHeldBack(record, paper);
  return (await countRecords(portal, [paper], isToShow)).get(paper) ?? { records: 0, isMore: false };
}

async function countRecords(
  portal: Portal,
  ids: readonly string[],
  isCounted: (revised: RevisedRecord, id: string) => boolean,
  atMost = mostCounted,
): Promise<ReadonlyMap<string, ValueCount>> {
  const counts = new Map(ids.map((id) => [id, { records: 0, isMore: false }]));
  if (ids.length === 0) return counts;
  let read = 0;
  for await (const part of recordsInParts(portal)) {
    read += part.length;
    for (const [id, count] of counts) {
      count.records += part.filter((revised) => isCounted(revised, id)).length;
      count.isMore = read >= atMost;
    }
    if (read >= atMost) break;
  }
  return counts;
}

/** All records that can be opened, with what waits of them, those added first. */
export async function* recordsInParts(portal: Portal): AsyncGenerator<RevisedRecord[]> {
  const { read } = portal.database;
  let rows = await recordsInOrder(read, 0, readAtOnce);
  while (rows.length > 0) {
    yield [...(await revisedById(portal, read, rows)).values()];
    rows = await recordsInOrder(read, rows.at(-1)?.seq ?? 0, readAtOnce);
  }
}

/** True if the record has something of the field or paper, had it before its edits, or would get it. */
export const hasOwnValue = ({ record, revision }: Pick<RevisedRecord, "record" | "revision">, id: string): boolean =>
  contentsOf(record, revision?.edits).some((content) => hasOwn(content, id));
