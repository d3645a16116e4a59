import type { Actor } from "#core/staff/actor.ts";
import type { Role } from "#core/staff/roles.ts";
import type { Portal } from "#operations/portal.ts";
import { changeRole } from "#operations/staff/change-role.ts";
import { confirmStaff } from "#operations/staff/confirm-staff.ts";
import { deleteStaff } from "#operations/staff/delete-staff.ts";
import { endSessionsOf } from "#operations/staff/end-sessions-of.ts";
import { restoreStaff } from "#operations/staff/restore-staff.ts";
import { suspendStaff } from "#operations/staff/suspend-staff.ts";
import { takeFactorsAway } from "#operations/staff/take-factors-away.ts";
import type { FlashMessageId } from "../frame/flash-messages.ts";
import type { StaffActionId } from "./staff-actions.ts";

type Work = (portal: Portal, actor: Actor, target: { id: string }) => Promise<unknown>;

type StaffWork = {
  does: Work;
  /** What is told when it is done. */
  told: FlashMessageId;
  /** Whether the second step is shown again before. */
  needsProof?: boolean;
};

const giveRole =
  (role: Role): Work =>
  (portal, actor, { id }) =>
    changeRole(portal, actor, { id, role });

export const staffWork: Record<StaffActionId, StaffWork> = {
  admin: { does: giveRole("admin"), told: "staff-admin", needsProof: true },
  moderator: { does: giveRole("moderator"), told: "staff-moderator", needsProof: true },
  student: { does: giveRole("student"), told: "staff-student", needsProof: true },
  confirm: { does: confirmStaff, told: "staff-confirmed" },
  suspend: { does: suspendStaff, told: "staff-suspended" },
  restore: { does: restoreStaff, told: "staff-restored" },
  "sign-out": { does: endSessionsOf, told: "staff-signed-out" },
  "take-factors-away": { does: takeFactorsAway, told: "staff-factors-taken", needsProof: true },
  delete: { does: deleteStaff, told: "staff-deleted", needsProof: true },
};
