import { sql } from "kysely";
import { linkLifetimes } from "#core/accounts/mailed-links.ts";
import { clockToleranceMs } from "#core/wrong-clock.ts";
import type { Reader, Writer } from "../database.ts";
import type { Row } from "../rows.ts";

export type LinkQuery = Pick<Row<"mailed_link">, "token_hash" | "purpose"> & { now: number };

/** A link that was mailed while the clock was ahead counts as over: see `endsTooLate`. */
const holds = ({ token_hash, purpose, now }: LinkQuery) => {
  const latestEnd = now + linkLifetimes[purpose] + clockToleranceMs;
  return sql<boolean>`token_hash = ${token_hash} and purpose = ${purpose} and expires_at > ${now} and expires_at <= ${latestEnd}`;
};

export async function ownerOfLink(reader: Reader, link: LinkQuery) {
  const found = reader.selectFrom("mailed_link").select("person_id").where(holds(link));
  return (await found.executeTakeFirst())?.person_id;
}

/** Uses up a link. Only one of several parallel calls returns true. */
export async function takeMailedLink(writer: Writer, link: LinkQuery): Promise<boolean> {
  const taken = writer.deleteFrom("mailed_link").where(holds(link));
  return (await taken.executeTakeFirst()).numDeletedRows === 1n;
}

export async function deleteMailedLinks(writer: Writer, personId: string): Promise<void> {
  await writer.deleteFrom("mailed_link").where("person_id", "=", personId).execute();
}
