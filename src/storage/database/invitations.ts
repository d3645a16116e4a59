import type { Insertable, Selectable } from "kysely";
import type { AccountTables } from "./tables/account-tables.ts";
import type { Reader, Writer } from "./database.ts";

export type InvitationRow = Selectable<AccountTables["invitation"]>;

/** The invitation of a token, while it is valid. */
export async function invitationByToken(
  reader: Reader,
  tokenHash: Uint8Array,
  now: number,
): Promise<InvitationRow | undefined> {
  return reader
    .selectFrom("invitation")
    .selectAll()
    .where("token_hash", "=", tokenHash)
    .where("taken_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirst();
}

export async function insertInvitation(
  writer: Writer,
  row: Omit<Insertable<AccountTables["invitation"]>, "taken_at" | "taken_by">,
): Promise<void> {
  await writer
    .insertInto("invitation")
    .values({ ...row, taken_at: null, taken_by: null })
    .execute();
}

export async function markTaken(writer: Writer, id: string, by: { id: string; at: number }): Promise<void> {
  await writer.updateTable("invitation").set({ taken_at: by.at, taken_by: by.id }).where("id", "=", id).execute();
}

/** Deletes open invitations: to one address, or by one admin. */
export async function withdrawInvitations(
  writer: Writer,
  which: { email: string } | { invitedBy: string },
): Promise<void> {
  const open = writer.deleteFrom("invitation").where("taken_at", "is", null);
  const withdrawn =
    "email" in which ? open.where("email", "=", which.email) : open.where("invited_by", "=", which.invitedBy);
  await withdrawn.execute();
}
