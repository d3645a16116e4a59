import { z } from "zod";
import { PortalError } from "#core/errors.ts";
import { checkInput, optionalText } from "#core/fields.ts";
import type { Actor } from "#core/staff/actor.ts";
import { authorize, mayManageStaff, mayReadStaffMember } from "#core/staff/permissions.ts";
import type { StaffMember } from "#core/staff/staff-member.ts";
import { listStaffRows, staffByEmail, staffById, type StaffRow } from "#storage/database/accounts/staff.ts";
import { pageFields, pageOf, sealedCursors } from "../paging.ts";
import type { Portal } from "../portal.ts";

export const storedMember = (row: StaffRow): StaffMember => ({
  id: row.id,
  email: row.email,
  name: row.name,
  role: row.role ?? "student",
  confirmed: row.email_confirmed === 1,
  suspended: row.suspended_at !== null,
  addedAt: row.added_at,
  hasApp: row.has_totp === 1,
  passkeys: Number(row.passkeys),
  sessions: Number(row.sessions),
});

const questionSchema = z.object({
  /** Part of an address or a name. */
  search: optionalText(200).default(""),
  ...pageFields({ usual: 50, most: 500 }),
});

const cursors = sealedCursors("staff-list", z.object({ addedAt: z.number(), id: z.string() }));

/** Returns a page of all accounts, oldest account first. */
export async function listStaff(portal: Portal, actor: Actor, question: z.input<typeof questionSchema>) {
  authorize(mayManageStaff(actor), actor);
  const { search, limit, cursor } = checkInput(questionSchema, question);
  const after = cursors.open(portal, cursor);
  const rows = await listStaffRows(portal.database.read, { search: search.toLowerCase(), after, limit: limit + 1 });
  const { page, last } = pageOf(rows, limit);
  return {
    members: page.map(storedMember),
    next: last && cursors.seal(portal, { addedAt: last.added_at, id: last.id }),
  };
}

/** Returns one account, for an admin or its owner. Others do not learn whether it exists. */
export async function readStaffMember({ database }: Portal, actor: Actor, which: { id: string } | { email: string }) {
  const row = "id" in which ? await staffById(database.read, which.id) : await staffByEmail(database.read, which.email);
  authorize(mayReadStaffMember(actor, { id: row?.id ?? "" }), actor);
  if (!row) throw new PortalError("not-found");
  return storedMember(row);
}
