import type { AuditAction, AuditDetails } from "#core/audit/audit-event.ts";
import { PortalError } from "#core/errors.ts";
import { type Actor, actorId } from "#core/staff/actor.ts";
import { mayManageStaff, authorize } from "#core/staff/permissions.ts";
import type { StaffMember } from "#core/staff/staff-member.ts";
import { unwrapKey } from "#sealing/data-keys.ts";
import type { Writer } from "#storage/database/database.ts";
import { settingsForChange, type SettingsRow } from "#storage/database/settings.ts";
import { countAdmins, staffById } from "#storage/database/staff.ts";
import { logAuditEvent } from "../audit/log-audit-event.ts";
import type { Portal } from "../portal.ts";
import { storedMember } from "./stored-member.ts";

export type OpenStaff = {
  writer: Writer;
  settings: SettingsRow;
  now: number;
  record: (actor: Actor, action: AuditAction, personId: string, details: AuditDetails) => Promise<void>;
};

/**
 * The frame of every change of accounts and roles. The settings row is held meanwhile: one change at a time in all
 * processes, so that admins can be counted, and no link is taken twice.
 */
export async function changeStaff<Result>(portal: Portal, work: (open: OpenStaff) => Promise<Result>): Promise<Result> {
  return portal.database.write(async (writer) => {
    const settings = await settingsForChange(portal.database, writer);
    if (!settings) throw new Error("the settings row is missing");
    const key = unwrapKey(portal.keyring, "settings", settings.wrapped_key);
    return work({
      writer,
      settings,
      now: portal.now(),
      record: (actor, action, subjectId, change) => {
        const details = { ...change, ...whereFrom(actor) };
        return logAuditEvent(portal, writer, { actor, action, subject: "staff", subjectId, details }, key);
      },
    });
  });
}

/** As it stands in the events of sign-ins. */
function whereFrom(actor: Actor): AuditDetails {
  if (actor.kind !== "staff" || !actor.from) return {};
  const { clientAddress, browser } = actor.from;
  return { clientAddress: { from: null, to: clientAddress }, browser: { from: null, to: browser } };
}

type MemberChange<Result> = (
  member: StaffMember,
  open: OpenStaff & { by: { id: string; at: number } },
) => Promise<Result>;

/** What an admin does with one account. There is an admin afterwards as there was before. */
export async function changeStaffMember<Result>(
  portal: Portal,
  actor: Actor,
  id: string,
  change: MemberChange<Result>,
): Promise<Result> {
  authorize(mayManageStaff(actor), actor);
  return changeStaff(portal, async (open) => {
    await refuseFormerAdmin(open.writer, actor);
    const row = await staffById(open.writer, id);
    if (!row) throw new PortalError("not-found");
    const adminsBefore = await countAdmins(open.writer);
    const result = await change(storedMember(row), { ...open, by: { id: actorId(actor), at: open.now } });
    if (adminsBefore > 0 && (await countAdmins(open.writer)) === 0) throw new PortalError("last-admin");
    return result;
  });
}

/** Somebody else may have been quicker, and taken the actor's role since the request came in. */
export async function refuseFormerAdmin(writer: Writer, actor: Actor): Promise<void> {
  if (actor.kind !== "staff") return;
  const row = await staffById(writer, actor.id);
  authorize(row?.role === "admin" && row.suspended_at === null, actor);
}
