import { z } from "zod";
import { checkInput, dateText, requiredParagraph } from "#core/fields.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { authorize, mayKeepRecords } from "#core/accounts/permissions.ts";
import { countNotices, deleteNotices, holdOf, noticeOf } from "#storage/database/records/retention.ts";
import { putRow } from "#storage/database/rows.ts";
import { type ChangeTarget, changeLocked } from "../portal/locked-change.ts";
import type { Portal } from "../portal/portal.ts";
import { recordEntity } from "../records/record-entity.ts";
import { readableRow } from "../records/read-record.ts";
import { currentSettings } from "../portal/current-settings.ts";
import { dayOfEnd } from "./retention-days.ts";
import { officeToday } from "../portal/office-time.ts";

const keepSchema = (today: string) =>
  z.object({
    keptUntil: dateText.refine((day) => day > today, { error: "day-passed" }),
    keepReason: requiredParagraph(500),
  });

/**
 * Keeps a record until a day, that day included, although its time is over. What visitors see does not change, nor does
 * the version.
 */
export async function keepRecord(portal: Portal, actor: Actor, target: ChangeTarget, input: unknown): Promise<void> {
  authorize(mayKeepRecords(actor), actor);
  const { keptUntil: until, keepReason } = checkInput(keepSchema(officeToday(portal)), input);
  await changeLocked(portal, actor, recordEntity, target, async ({ writer, row, log }) => {
    const before = (await holdOf(writer, row.seq))?.until ?? null;
    await putRow(writer, "retention_hold", ["record_seq"], { record_seq: row.seq, until });
    await deleteNotices(writer, [row.seq]);
    await log("record-kept", { keptUntil: { from: before, to: until }, keepReason: { from: null, to: keepReason } });
  });
}

/** Returns when a record will be deleted, and until when it is kept. Null if records are kept for ever. */
export async function readRetention(portal: Portal, actor: Actor, id: string) {
  const row = await readableRow(portal, actor, id);
  const { retention } = await currentSettings(portal);
  if (retention.since === "never") return null;
  const { read } = portal.database;
  const [notice, hold] = await Promise.all([noticeOf(read, row.seq), holdOf(read, row.seq)]);
  const isKept = hold !== undefined && hold.until >= officeToday(portal);
  return {
    deletedFrom: notice ? await dayOfEnd(portal, notice.ends_on) : null,
    keptUntil: isKept ? hold.until : null,
    mayKeep: mayKeepRecords(actor),
  };
}

/** Returns how many records will be deleted, and from which day on. Null if there are none. */
export async function readNotices(portal: Portal) {
  const { count, first } = await countNotices(portal.database.read, portal.registry);
  return count === 0 || first === null ? null : { count, from: await dayOfEnd(portal, first) };
}
