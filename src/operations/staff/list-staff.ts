import { z } from "zod";
import { PortalError } from "#core/errors.ts";
import { checkInput, optionalText } from "#core/fields.ts";
import type { Actor } from "#core/staff/actor.ts";
import { mayManageStaff, authorize } from "#core/staff/permissions.ts";
import type { StaffMember } from "#core/staff/staff-member.ts";
import { sealToken, unsealToken } from "#sealing/token.ts";
import { listStaffRows, type StaffPosition } from "#storage/database/staff.ts";
import type { Portal } from "../portal.ts";
import { storedMember } from "./stored-member.ts";

export type StaffListQuestion = {
  /** Part of an address or a name. */
  search?: string | undefined;
  limit?: number | undefined;
  /** From the page before. */
  cursor?: string | undefined;
};

export type StaffPage = { members: StaffMember[]; next: string | null };

/** What a door hands on as it was asked. */
const questionSchema = z.object({
  search: optionalText(200).default(""),
  limit: z.int({ error: "unknown-choice" }).min(1).max(500).default(50),
});

/** Everybody with an account, page by page, in the order in which they came. */
export async function listStaff(portal: Portal, actor: Actor, question: StaffListQuestion): Promise<StaffPage> {
  authorize(mayManageStaff(actor), actor);
  const { search, limit } = checkInput(questionSchema, question);
  const after = question.cursor === undefined ? null : positionOf(portal, question.cursor);
  // One row more than asked for tells whether there is a next page.
  const rows = await listStaffRows(portal.database.read, { search: search.toLowerCase(), after, limit: limit + 1 });
  const members = rows.slice(0, limit).map(storedMember);
  const last = members.at(-1);
  return { members, next: rows.length > limit && last ? cursorAfter(portal, last) : null };
}

const purpose = "staff-list";
const cursorAfter = ({ keyring }: Portal, { addedAt, id }: StaffMember) => sealToken(keyring, purpose, { addedAt, id });

const cursorSchema = z.object({ addedAt: z.number(), id: z.string() });

function positionOf({ keyring }: Portal, cursor: string): StaffPosition {
  const parsed = cursorSchema.safeParse(unsealToken(keyring, purpose, cursor));
  if (parsed.success) return parsed.data;
  throw new PortalError("invalid", { fields: { cursor: "unknown-choice" } });
}
