import { z } from "zod";
import { PortalError } from "#core/errors.ts";
import type { Actor } from "#core/staff/actor.ts";
import { mayDecideOnRecords, authorize } from "#core/staff/permissions.ts";
import { sealToken, unsealToken } from "#sealing/token.ts";
import { type QueuePlace, waitingRows } from "#storage/database/record-list/approval-queue.ts";
import { recordById } from "#storage/database/records.ts";
import type { Portal } from "../portal.ts";
import type { RecordPage } from "./list-records.ts";
import { openRecord } from "./sealed-record.ts";

type QueueQuestion = {
  /** From the page before. */
  cursor?: string | undefined;
  limit?: number;
};

/** What waits for approval, page by page; who has waited longest comes first. */
export async function readApprovalQueue(
  portal: Portal,
  actor: Actor,
  { cursor, limit = 50 }: QueueQuestion = {},
): Promise<RecordPage> {
  authorize(mayDecideOnRecords(actor), actor);
  const from = cursor === undefined ? null : placeOf(portal, cursor);
  const { registry, database } = portal;
  // One row more than asked for tells whether there is a next page.
  const rows = await waitingRows(database.read, { registry, from, way: "after", limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    records: page.map((row) => openRecord(portal, row)),
    next: rows.length > limit && last ? cursorAfter(portal, last) : null,
  };
}

type Neighbours = { before: string | null; after: string | null };

/** The ids of those who wait around a record. It need not wait itself: it may just have been decided on. */
export async function neighboursInQueue(portal: Portal, actor: Actor, id: string): Promise<Neighbours> {
  authorize(mayDecideOnRecords(actor), actor);
  const { registry, database } = portal;
  const from = await recordById(database.read, id);
  if (!from || from.registry !== registry) throw new PortalError("not-found");
  const [before, after] = await Promise.all(
    (["before", "after"] as const).map((way) => waitingRows(database.read, { registry, from, way, limit: 1 })),
  );
  return { before: before?.[0]?.id ?? null, after: after?.[0]?.id ?? null };
}

const purpose = "approval-queue";
const cursorAfter = ({ keyring }: Portal, { added_at, seq }: QueuePlace) =>
  sealToken(keyring, purpose, { added_at, seq });

const cursorSchema = z.object({ added_at: z.number(), seq: z.number() });

function placeOf({ keyring }: Portal, cursor: string): QueuePlace {
  const parsed = cursorSchema.safeParse(unsealToken(keyring, purpose, cursor));
  if (parsed.success) return parsed.data;
  throw new PortalError("invalid", { fields: { cursor: "unknown-choice" } });
}
