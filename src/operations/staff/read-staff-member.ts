import { PortalError } from "#core/errors.ts";
import type { Actor } from "#core/staff/actor.ts";
import { mayReadStaffMember, authorize } from "#core/staff/permissions.ts";
import type { StaffMember } from "#core/staff/staff-member.ts";
import { staffByEmail, staffById } from "#storage/database/staff.ts";
import type { Portal } from "../portal.ts";
import { storedMember } from "./stored-member.ts";

/** One account, for an admin or its owner. Others are not told whether it is there. */
export async function readStaffMember(
  { database }: Portal,
  actor: Actor,
  which: { id: string } | { email: string },
): Promise<StaffMember> {
  const row = "id" in which ? await staffById(database.read, which.id) : await staffByEmail(database.read, which.email);
  authorize(mayReadStaffMember(actor, { id: row?.id ?? "" }), actor);
  if (!row) throw new PortalError("not-found");
  return storedMember(row);
}
