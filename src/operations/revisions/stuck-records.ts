import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { Actor } from "#core/accounts/actor.ts";
import { authorize, mayDecideOnRecords } from "#core/accounts/permissions.ts";
import { freeFrom, isSecondPerson, type RoleGift } from "#core/accounts/second-person.ts";
import { authorsOf } from "#core/records/revision.ts";
import { recordStaffRows } from "#storage/database/accounts/roles.ts";
import type { RecordRow } from "#storage/database/records/record-row.ts";
import { recentRoleGifts } from "../held-changes/second-person.ts";
import type { Portal } from "../portal/portal.ts";
import { type QueueRow, queueRows } from "../records/approval-queue.ts";
import { currentSettings } from "../portal/current-settings.ts";
import { revisedById, type RevisedRecord } from "../sealed/revised-record.ts";
import { authorsOfWaiting } from "../sealed/sealed-revision.ts";

/** An admin who could approve: after taking back their own part, or from this time on. */
type Possible = { name: string; from: number | null };

/** `couldApprove` is empty if only the operator can help, or if what waits is damaged. */
export type StuckRecord = { id: string; name: string; isDamaged: boolean; couldApprove: readonly Possible[] };

type Admin = { id: string; name: string };

const atOnce = 100;

/**
 * Returns what waits and nobody may approve: every admin made a part of it, or is tied to somebody who did; or it is damaged.
 * `isAll` is false if more wait than were looked at.
 */
export async function readStuckRecords(portal: Portal, actor: Actor, lookedAt = Number.POSITIVE_INFINITY) {
  authorize(mayDecideOnRecords(actor), actor);
  const records: StuckRecord[] = [];
  if (!(await currentSettings(portal)).fourEyes) return { records, isAll: true };
  const { admins, gifts, isStuck, couldBeStuck } = await stuckCheck(portal);
  let rows: QueueRow[] = [];
  for (let looked = 0; looked < lookedAt; looked += atOnce) {
    rows = await queueRows(portal, rows.at(-1) ?? null, "after", atOnce);
    const opened = await revisedById(portal, portal.database.read, rows.filter(couldBeStuck));
    for (const found of [...opened.values()].filter(isStuck)) {
      const { isDamaged, record } = found;
      const couldApprove = isDamaged ? [] : admins.flatMap((admin) => possible(admin, found, gifts) ?? []);
      records.push({ id: record.id, name: record.name, isDamaged, couldApprove });
    }
    if (rows.length < atOnce) return { records, isAll: true };
    await yieldToEventLoop();
  }
  return { records, isAll: false };
}

/**
 * `isStuck` is true of what no admin may approve. Without the four-eyes rule, that is only what is damaged. `couldBeStuck`
 * tells from the row alone: nobody has edited a record in its first version.
 */
export async function stuckCheck(portal: Portal) {
  const { read } = portal.database;
  const [{ fourEyes }, staff, gifts] = await Promise.all([
    currentSettings(portal),
    recordStaffRows(read),
    recentRoleGifts(portal, read),
  ]);
  const admins = staff
    .filter(({ role, suspended_at }) => role === "admin" && suspended_at === null)
    .map(({ id, name, email }): Admin => ({ id, name: name || email }));
  const areBarred = (authors: readonly string[]) =>
    fourEyes && !admins.some(({ id }) => isSecondPerson(gifts, id, authors));
  return {
    admins,
    gifts,
    isStuck: ({ isDamaged, authors }: RevisedRecord) => isDamaged || areBarred(authors),
    couldBeStuck: ({ version, added_by: addedBy }: RecordRow) => version > 1 || areBarred([addedBy]),
  };
}

function possible(
  { id, name }: Admin,
  { record, revision, authors }: RevisedRecord,
  gifts: readonly RoleGift[],
): Possible | null {
  const edits = revision?.edits ?? record.edited.edits;
  if (authorsOf(edits).includes(id)) {
    const others = edits.filter(({ by }) => by !== id);
    const left = revision ? { ...revision, edits: others } : null;
    const without = authorsOfWaiting({ ...record, edited: { ...record.edited, edits: others } }, left);
    return isSecondPerson(gifts, id, without) ? { name, from: null } : null;
  }
  const from = freeFrom(gifts, id, authors);
  return from === null ? null : { name, from };
}
