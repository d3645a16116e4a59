import type { AuditAction, AuditDetails } from "#core/audit/audit-event.ts";
import { PortalError } from "#core/errors.ts";
import { type Actor, actorId, anonymous } from "#core/staff/actor.ts";
import { authorize, mayManageStaff } from "#core/staff/permissions.ts";
import type { StaffMember } from "#core/staff/staff-member.ts";
import { lockPerson } from "#storage/database/accounts/accounts.ts";
import type { Writer } from "#storage/database/database.ts";
import type { SettingsRow } from "#storage/database/settings.ts";
import { countAdmins, staffById } from "#storage/database/accounts/staff.ts";
import { changeLocked, type Entity } from "../locked-change.ts";
import type { Portal } from "../portal.ts";
import { settingsEntity, settingsId } from "../settings/change-settings.ts";
import { storedMember } from "./read-staff.ts";

/** Accounts are changed under the lock of the settings row, and their events are sealed under its key. */
const staffEntity: Entity<SettingsRow> = { ...settingsEntity, subject: "staff" };

export type LockedStaff = {
  writer: Writer;
  settings: SettingsRow;
  now: number;
  log: (actor: Actor, action: AuditAction, personId: string, details: AuditDetails) => Promise<void>;
};

/** Changes accounts and roles, one change at a time in all processes. So admins can be counted, and no link is used twice. */
export async function changeStaff<Result>(portal: Portal, work: (locked: LockedStaff) => Promise<Result>) {
  // Some changes make their own actor, so each event names its actor.
  return changeLocked(portal, anonymous, staffEntity, { id: settingsId }, async ({ writer, row, log }) =>
    work({
      writer,
      settings: row,
      now: portal.now(),
      log: (actor, action, subjectId, details) =>
        log(action, { ...details, ...clientOf(actor) }, { of: { actor, subjectId } }),
    }),
  );
}

/** The same details as in the events of sign-ins. */
function clientOf(actor: Actor): AuditDetails {
  if (actor.kind !== "staff" || !actor.from) return {};
  const { clientAddress, browser } = actor.from;
  return { clientAddress: { from: null, to: clientAddress }, browser: { from: null, to: browser } };
}

type LockedByAdmin = LockedStaff & { by: { id: string; at: number } };
type MemberChange<Result> = (member: StaffMember, locked: LockedByAdmin) => Promise<Result>;

/**
 * Changes one account for an admin. The last admin stays admin, unless the portal itself deletes them again after a restore.
 */
export async function changeStaffMember<Result>(
  portal: Portal,
  actor: Actor,
  id: string,
  change: MemberChange<Result>,
): Promise<Result> {
  authorize(mayManageStaff(actor), actor);
  return changeStaff(portal, async (locked) => {
    await refuseFormerAdmin(locked.writer, actor);
    await lockPerson(portal.database, locked.writer, id);
    const row = await staffById(locked.writer, id);
    if (!row) throw new PortalError("not-found");
    const adminsBefore = await countAdmins(locked.writer);
    const result = await change(storedMember(row), { ...locked, by: { id: actorId(actor), at: locked.now } });
    if (actor.kind !== "system" && adminsBefore > 0 && (await countAdmins(locked.writer)) === 0)
      throw new PortalError("last-admin");
    return result;
  });
}

/** Throws if the actor is not an admin any more: somebody may have removed the role since the request arrived. */
export async function refuseFormerAdmin(writer: Writer, actor: Actor): Promise<void> {
  if (actor.kind !== "staff") return;
  const row = await staffById(writer, actor.id);
  authorize(row?.role === "admin" && row.suspended_at === null, actor);
}
