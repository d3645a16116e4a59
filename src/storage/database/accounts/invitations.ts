import { invitationMs } from "#core/accounts/mailed-links.ts";
import { bindRow, boundOrNone, type HasRowKeys, isRowBound } from "../bound-rows.ts";
import type { Reader, Writer } from "../database.ts";
import { putRow, type Row } from "../rows.ts";
import { isAheadIn } from "../wrong-clock.ts";

const open = (reader: Reader, now: number) =>
  reader.selectFrom("invitation").where(isAheadIn("expires_at", now, invitationMs));

export async function invitationByToken(site: HasRowKeys, reader: Reader, tokenHash: Uint8Array, now: number) {
  const found = await open(reader, now).selectAll().where("token_hash", "=", tokenHash).executeTakeFirst();
  return boundOrNone(site, "invitation", found);
}

export const openInvitations = (reader: Reader, now: number, limit: number) =>
  open(reader, now).select(["id", "email", "role", "expires_at"]).orderBy("invited_at", "desc").limit(limit).execute();

/** The addresses that this person invited and that have not come yet. */
export async function invitationsBy(reader: Reader, personId: string, now: number): Promise<string[]> {
  const rows = await open(reader, now).select("email").where("invited_by", "=", personId).orderBy("email").execute();
  return rows.map(({ email }) => email);
}

export async function isInvited(site: HasRowKeys, reader: Reader, email: string, now: number): Promise<boolean> {
  const rows = await open(reader, now).selectAll().where("email", "=", email).execute();
  return rows.some((row) => isRowBound(site, "invitation", row));
}

type InvitationsOf = { email: string } | { invitedBy: string };

export async function withdrawInvitations(writer: Writer, which: InvitationsOf): Promise<void> {
  const all = writer.deleteFrom("invitation");
  const withdrawn =
    "email" in which ? all.where("email", "=", which.email) : all.where("invited_by", "=", which.invitedBy);
  await withdrawn.execute();
}

export const setupLink = async (site: HasRowKeys, reader: Reader): Promise<Row<"setup_link"> | undefined> =>
  boundOrNone(site, "setup_link", await reader.selectFrom("setup_link").selectAll().executeTakeFirst());

type NewSetupLink = Omit<Row<"setup_link">, "id" | "row_hash">;

export const replaceSetupLink = (site: HasRowKeys, writer: Writer, link: NewSetupLink): Promise<void> =>
  putRow(writer, "setup_link", ["id"], bindRow(site, "setup_link", { id: "setup", ...link }));
