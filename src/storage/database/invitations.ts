import type { Reader, Writer } from "./database.ts";
import type { Row } from "./rows.ts";

export const invitationByToken = (reader: Reader, tokenHash: Uint8Array, now: number) =>
  reader
    .selectFrom("invitation")
    .selectAll()
    .where("token_hash", "=", tokenHash)
    .where("taken_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirst();

export const openInvitations = (reader: Reader, now: number, limit: number) =>
  reader
    .selectFrom("invitation")
    .select(["id", "email", "role", "expires_at"])
    .where("taken_at", "is", null)
    .where("expires_at", ">", now)
    .orderBy("invited_at", "desc")
    .limit(limit)
    .execute();

type Withdrawn = { email: string } | { invitedBy: string };

export async function withdrawInvitations(writer: Writer, which: Withdrawn): Promise<void> {
  const all = writer.deleteFrom("invitation");
  const withdrawn =
    "email" in which ? all.where("email", "=", which.email) : all.where("invited_by", "=", which.invitedBy);
  await withdrawn.execute();
}

export const setupLink = (reader: Reader) => reader.selectFrom("setup_link").selectAll().executeTakeFirst();

export async function replaceSetupLink(writer: Writer, link: Omit<Row<"setup_link">, "id">): Promise<void> {
  await writer
    .insertInto("setup_link")
    .values({ id: "setup", ...link })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(link))
    .execute();
}
