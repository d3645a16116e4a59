import type { Selectable } from "kysely";
import type { AccountTables } from "./tables/account-tables.ts";
import type { Reader, Writer } from "./database.ts";

type MailedLink = Selectable<AccountTables["mailed_link"]>;

export async function insertMailedLink(writer: Writer, link: MailedLink): Promise<void> {
  await writer.insertInto("mailed_link").values(link).execute();
}

export type MailedLinkAsked = Pick<MailedLink, "token_hash" | "purpose"> & { now: number };

/** The owner of a link, while it is valid. */
export async function ownerOfLink(
  reader: Reader,
  { token_hash, purpose, now }: MailedLinkAsked,
): Promise<string | undefined> {
  const found = await reader
    .selectFrom("mailed_link")
    .select("person_id")
    .where("token_hash", "=", token_hash)
    .where("purpose", "=", purpose)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return found?.person_id;
}

/** Uses a link up. Of several parallel calls one returns true. */
export async function takeMailedLink(writer: Writer, { token_hash, purpose, now }: MailedLinkAsked): Promise<boolean> {
  const { numDeletedRows } = await writer
    .deleteFrom("mailed_link")
    .where("token_hash", "=", token_hash)
    .where("purpose", "=", purpose)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function deleteMailedLinks(writer: Writer, personId: string): Promise<void> {
  await writer.deleteFrom("mailed_link").where("person_id", "=", personId).execute();
}
