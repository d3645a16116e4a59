import { sql } from "kysely";
import { linkLifetimes } from "#core/accounts/mailed-links.ts";
import { boundOrNone, type HasRowKeys } from "../bound-rows.ts";
import type { Reader, Writer } from "../database.ts";
import type { Row } from "../rows.ts";
import { isAheadIn } from "../wrong-clock.ts";

export type LinkQuery = Pick<Row<"mailed_link">, "token_hash" | "purpose"> & { now: number };

const holds = ({ token_hash, purpose, now }: LinkQuery) =>
  sql<boolean>`token_hash = ${token_hash} and purpose = ${purpose} and ${isAheadIn("expires_at", now, linkLifetimes[purpose])}`;

export async function ownerOfLink(site: HasRowKeys, reader: Reader, link: LinkQuery) {
  const found = reader.selectFrom("mailed_link").selectAll().where(holds(link));
  return boundOrNone(site, "mailed_link", await found.executeTakeFirst())?.person_id;
}

/** Uses up a link. Only one of several parallel calls returns true. */
export async function takeMailedLink(site: HasRowKeys, writer: Writer, link: LinkQuery): Promise<boolean> {
  const taken = writer.deleteFrom("mailed_link").where(holds(link)).returningAll();
  return boundOrNone(site, "mailed_link", await taken.executeTakeFirst()) !== undefined;
}

export async function deleteMailedLinks(writer: Writer, personId: string): Promise<void> {
  await writer.deleteFrom("mailed_link").where("person_id", "=", personId).execute();
}
