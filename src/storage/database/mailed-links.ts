import type { Reader, Writer } from "./database.ts";
import type { Row } from "./rows.ts";

export type MailedLinkAsked = Pick<Row<"mailed_link">, "token_hash" | "purpose"> & { now: number };

export async function ownerOfLink(reader: Reader, { token_hash, purpose, now }: MailedLinkAsked) {
  const found = await reader
    .selectFrom("mailed_link")
    .select("person_id")
    .where("token_hash", "=", token_hash)
    .where("purpose", "=", purpose)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return found?.person_id;
}

/** Uses up a link. Only one of several parallel calls returns true. */
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
