import { linkLifetimes } from "#core/accounts/mailed-links.ts";
import { clockToleranceMs } from "#core/wrong-clock.ts";
import type { Reader, Writer } from "../database.ts";
import type { Row } from "../rows.ts";

export type MailedLinkAsked = Pick<Row<"mailed_link">, "token_hash" | "purpose"> & { now: number };

/** Links that were mailed while the clock was ahead count as over: see `endsTooLate`. */
const latestEnd = ({ purpose, now }: MailedLinkAsked) => now + linkLifetimes[purpose] + clockToleranceMs;

export async function ownerOfLink(reader: Reader, asked: MailedLinkAsked) {
  const found = await reader
    .selectFrom("mailed_link")
    .select("person_id")
    .where("token_hash", "=", asked.token_hash)
    .where("purpose", "=", asked.purpose)
    .where("expires_at", ">", asked.now)
    .where("expires_at", "<=", latestEnd(asked))
    .executeTakeFirst();
  return found?.person_id;
}

/** Uses up a link. Only one of several parallel calls returns true. */
export async function takeMailedLink(writer: Writer, asked: MailedLinkAsked): Promise<boolean> {
  const { numDeletedRows } = await writer
    .deleteFrom("mailed_link")
    .where("token_hash", "=", asked.token_hash)
    .where("purpose", "=", asked.purpose)
    .where("expires_at", ">", asked.now)
    .where("expires_at", "<=", latestEnd(asked))
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function deleteMailedLinks(writer: Writer, personId: string): Promise<void> {
  await writer.deleteFrom("mailed_link").where("person_id", "=", personId).execute();
}
