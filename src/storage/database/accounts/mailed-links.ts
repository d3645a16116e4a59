import { linkLifetimes } from "#core/accounts/mailed-links.ts";
import { clockToleranceMs } from "#core/wrong-clock.ts";
import type { Reader, Writer } from "../database.ts";
import type { Row } from "../rows.ts";

export type LinkQuery = Pick<Row<"mailed_link">, "token_hash" | "purpose"> & { now: number };

/** Links that were mailed while the clock was ahead count as over: see `endsTooLate`. */
const latestEnd = ({ purpose, now }: LinkQuery) => now + linkLifetimes[purpose] + clockToleranceMs;

export async function ownerOfLink(reader: Reader, link: LinkQuery) {
  const found = await reader
    .selectFrom("mailed_link")
    .select("person_id")
    .where("token_hash", "=", link.token_hash)
    .where("purpose", "=", link.purpose)
    .where("expires_at", ">", link.now)
    .where("expires_at", "<=", latestEnd(link))
    .executeTakeFirst();
  return found?.person_id;
}

/** Uses up a link. Only one of several parallel calls returns true. */
export async function takeMailedLink(writer: Writer, link: LinkQuery): Promise<boolean> {
  const { numDeletedRows } = await writer
    .deleteFrom("mailed_link")
    .where("token_hash", "=", link.token_hash)
    .where("purpose", "=", link.purpose)
    .where("expires_at", ">", link.now)
    .where("expires_at", "<=", latestEnd(link))
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function deleteMailedLinks(writer: Writer, personId: string): Promise<void> {
  await writer.deleteFrom("mailed_link").where("person_id", "=", personId).execute();
}
