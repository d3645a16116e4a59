import { z } from "zod";
import type { Actor } from "#core/accounts/actor.ts";
import { authorize, mayDecideOnRecords } from "#core/accounts/permissions.ts";
import { waitingRows } from "#storage/database/records/record-list.ts";
import type { RecordRow } from "#storage/database/records/record-row.ts";
import { revisedRows, type RevisionState, revisionsOf } from "#storage/database/records/revisions.ts";
import { rowById } from "#storage/database/rows.ts";
import { secondPersonCheck } from "../held-changes/second-person.ts";
import { presentRow } from "../portal/locked-change.ts";
import { pageOf, sealedCursors } from "../portal/paging.ts";
import type { Portal } from "../portal/portal.ts";
import { revisedById, type RevisedRecord } from "../sealed/revised-record.ts";
import { isKept } from "../sealed/sealed-revision.ts";
import { currentSettings } from "../portal/current-settings.ts";

type QueueQuestion = {
  cursor?: string | undefined;
  limit?: number;
};

/** The place that a record has, or would have, in the queue. */
type QueuePlace = { since: number; seq: number };

const queueCursors = sealedCursors<QueuePlace>("approval-queue", z.object({ since: z.number(), seq: z.number() }));

/** `since`: since when it waits. `mayApprove` is false if it is damaged, or if the four-eyes rule forbids it to this person. */
export type QueuedRecord = RevisedRecord & { since: number; mayApprove: boolean };

/** Returns a page of what waits for approval, records and revisions, longest waiting first. */
export async function readApprovalQueue(portal: Portal, actor: Actor, { cursor, limit = 50 }: QueueQuestion = {}) {
  authorize(mayDecideOnRecords(actor), actor);
  const rows = await queueRows(portal, queueCursors.open(portal, cursor), "after", limit + 1);
  const { page, last } = pageOf(rows, limit);
  return {
    records: await queued(portal, actor, page),
    next: last && queueCursors.seal(portal, { since: last.since, seq: last.seq }),
  };
}

/** Returns some revisions that were sent back and not changed since, longest waiting first. */
export async function readReturnedRevisions(portal: Portal, actor: Actor, atMost: number): Promise<QueuedRecord[]> {
  authorize(mayDecideOnRecords(actor), actor);
  return queued(portal, actor, await revisionRows(portal, "returned", null, "after", atMost));
}

async function queued(portal: Portal, actor: Actor, rows: readonly QueueRow[]): Promise<QueuedRecord[]> {
  const { read } = portal.database;
  const [isSecond, revised] = await Promise.all([
    secondPersonCheck(portal, read, actor),
    revisedById(portal, read, rows),
  ]);
  return rows.flatMap(({ id, since }) => {
    const found = revised.get(id);
    return found ? { ...found, since, mayApprove: !found.isDamaged && isSecond(found.authors) } : [];
  });
}

export type QueueRow = RecordRow & QueuePlace;
type Way = "before" | "after";

/** A record waits either itself, or with its revision. */
export async function queueRows(portal: Portal, from: QueuePlace | null, way: Way, limit: number): Promise<QueueRow[]> {
  const place = from && { added_at: from.since, seq: from.seq };
  const [records, revisions] = await Promise.all([
    waitingRows(portal, place, way, limit),
    revisionRows(portal, "waiting", from, way, limit),
  ]);
  const rows = [...records.map((row) => ({ ...row, since: row.added_at })), ...revisions];
  const sign = way === "after" ? 1 : -1;
  return rows.toSorted((one, other) => sign * (one.since - other.since || one.seq - other.seq)).slice(0, limit);
}

async function revisionRows(
  portal: Portal,
  state: RevisionState,
  from: QueuePlace | null,
  way: Way,
  atMost: number,
): Promise<QueueRow[]> {
  if (!isKept(await currentSettings(portal), { state })) return [];
  const { database, registry } = portal;
  const rows = await revisedRows(database.read, { registry, state, from, way, atMost });
  return rows.map(({ begun_at: since, ...row }) => ({ ...row, since }));
}

/**
 * Returns the ids of what waits before and after a record. The record itself need not wait: somebody may just have decided
 * on it.
 */
export async function neighboursInQueue(portal: Portal, actor: Actor, id: string) {
  authorize(mayDecideOnRecords(actor), actor);
  const { read } = portal.database;
  const row = presentRow(portal, await rowById(read, "candidate", id));
  const [revision] = await revisionsOf(read, [id]);
  const place = { since: revision?.begun_at ?? row.added_at, seq: row.seq };
  const [before] = await queueRows(portal, place, "before", 1);
  const [after] = await queueRows(portal, place, "after", 1);
  return { before: before?.id ?? null, after: after?.id ?? null };
}
