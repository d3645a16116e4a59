import { type Actor, system } from "#core/accounts/actor.ts";
import { newcomerMs } from "#core/accounts/held-changes.ts";
import { authorize, mayDecideOnRecords } from "#core/accounts/permissions.ts";
import { isSecondPerson, type RoleGifts } from "#core/accounts/second-person.ts";
import { authorsOf } from "#core/records/revision.ts";
import { recordStaffRows } from "#storage/database/accounts/roles.ts";
import { recentRoleGifts } from "../held-changes/second-person.ts";
import type { Portal } from "../portal.ts";
import { readApprovalQueue } from "../records/approval-queue.ts";
import { currentSettings } from "../settings/current-settings.ts";
import type { RevisedRecord } from "./revised-record.ts";
import { authorsOfWaiting } from "./sealed-revision.ts";

/** An admin who could approve: after taking back their own part, or from this time on. */
type Possible = { name: string; from: number | null };

/** `couldApprove` is empty if only the operator can help. */
export type StuckRecord = { id: string; name: string; couldApprove: readonly Possible[] };

type Admin = { id: string; name: string };

/** The longest-waiting ones are looked at, so that a long queue costs no more. */
const lookedAt = 100;

/** Returns what waits and nobody may approve, because every admin made a part of it or is tied to somebody who did. */
export async function readStuckRecords(portal: Portal, actor: Actor): Promise<StuckRecord[]> {
  authorize(mayDecideOnRecords(actor), actor);
  if (!(await currentSettings(portal)).fourEyes) return [];
  const [{ records }, { admins, gifts, isStuck }] = await Promise.all([
    readApprovalQueue(portal, system("overview"), { limit: lookedAt }),
    stuckCheck(portal),
  ]);
  return records.filter(isStuck).map((found) => ({
    id: found.record.id,
    name: found.record.name,
    couldApprove: admins.flatMap((admin) => possible(admin, found, gifts) ?? []),
  }));
}

/** `isStuck` is true of what no admin may approve. Without the four-eyes rule, of nothing. */
export async function stuckCheck(portal: Portal) {
  const { read } = portal.database;
  const [{ fourEyes }, staff, gifts] = await Promise.all([
    currentSettings(portal),
    recordStaffRows(read),
    recentRoleGifts(read, portal.now()),
  ]);
  const admins = staff
    .filter(({ role, suspended_at }) => role === "admin" && suspended_at === null)
    .map(({ id, name, email }): Admin => ({ id, name: name || email }));
  const isStuck = ({ authors }: RevisedRecord) =>
    fourEyes && !admins.some(({ id }) => isSecondPerson(gifts, id, authors));
  return { admins, gifts, isStuck };
}

function possible(
  { id, name }: Admin,
  { record, revision, authors }: RevisedRecord,
  gifts: RoleGifts,
): Possible | null {
  const edits = revision?.edits ?? record.edited.edits;
  if (authorsOf(edits).includes(id)) {
    const others = edits.filter(({ by }) => by !== id);
    const left = revision ? { ...revision, edits: others } : null;
    const without = authorsOfWaiting({ ...record, edited: { ...record.edited, edits: others } }, left);
    return isSecondPerson(gifts, id, without) ? { name, from: null } : null;
  }
  const ends = [...gifts.values()].map(({ at }) => at + newcomerMs).toSorted((one, other) => one - other);
  const from = ends.find((end) => isSecondPerson(giftsAt(gifts, end), id, authors));
  return from === undefined ? null : { name, from };
}

const giftsAt = (gifts: RoleGifts, time: number): RoleGifts =>
  new Map([...gifts].filter(([, { at }]) => at > time - newcomerMs));
