import type { Actor } from "#core/staff/actor.ts";
import type { Role } from "#core/staff/roles.ts";
import type { Portal } from "#operations/portal.ts";
import { changeRole } from "#operations/staff/change-role.ts";
import { confirmStaff, deleteStaff, restoreStaff, suspendStaff } from "#operations/staff/suspend-staff.ts";
import { endSessionsOf, resetFactors } from "#operations/staff/reset-factors.ts";
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
  "take-factors-away": { does: resetFactors, told: "staff-factors-taken", needsProof: true },
  delete: { does: deleteStaff, told: "staff-deleted", needsProof: true },
};
