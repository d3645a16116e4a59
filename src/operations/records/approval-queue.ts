import { z } from "zod";
import type { Actor } from "#core/staff/actor.ts";
import { authorize, mayDecideOnRecords } from "#core/staff/permissions.ts";
import { type QueuePlace, waitingRows } from "#storage/database/record-list/approval-queue.ts";
import { recordById } from "#storage/database/records.ts";
import { presentRow } from "../locked-change.ts";
import { pageOf, sealedCursors } from "../paging.ts";
import type { Portal } from "../portal.ts";
import type { RecordPage } from "./list-records.ts";
import { openRecord } from "./sealed-record.ts";

type QueueQuestion = {
  /** From the page before. */
  cursor?: string | undefined;
  limit?: number;
};

const cursors = sealedCursors<QueuePlace>("approval-queue", z.object({ added_at: z.number(), seq: z.number() }));

/** The records that wait for approval, page by page, the longest waiting first. */
export async function readApprovalQueue(
  portal: Portal,
  actor: Actor,
  { cursor, limit = 50 }: QueueQuestion = {},
): Promise<RecordPage> {
  authorize(mayDecideOnRecords(actor), actor);
  const from = cursors.open(portal, cursor);
  const { registry, database } = portal;
  const rows = await waitingRows(database.read, { registry, from, way: "after", limit: limit + 1 });
  const { page, last } = pageOf(rows, limit);
  return {
    records: page.map((row) => openRecord(portal, row)),
    next: last && cursors.seal(portal, { added_at: last.added_at, seq: last.seq }),
  };
}

type Neighbours = { before: string | null; after: string | null };

/** The ids of the waiting records around a record. It need not wait itself: it may just have been decided on. */
export async function neighboursInQueue(portal: Portal, actor: Actor, id: string): Promise<Neighbours> {
  authorize(mayDecideOnRecords(actor), actor);
  const { registry, database } = portal;
  const from = presentRow(portal, await recordById(database.read, id));
  const [before, after] = await Promise.all(
    (["before", "after"] as const).map((way) => waitingRows(database.read, { registry, from, way, limit: 1 })),
  );
  return { before: before?.[0]?.id ?? null, after: after?.[0]?.id ?? null };
}
