import type { Selectable } from "kysely";
import type { AccountTables } from "./tables/account-tables.ts";
import type { Reader, Writer } from "./database.ts";

export type SetupLinkRow = Selectable<AccountTables["setup_link"]>;

export async function setupLink(reader: Reader): Promise<SetupLinkRow | undefined> {
  return reader.selectFrom("setup_link").selectAll().executeTakeFirst();
}

/** Replaces the link, or adds the first. */
export async function replaceSetupLink(writer: Writer, link: Omit<SetupLinkRow, "id">): Promise<void> {
  await writer
    .insertInto("setup_link")
    .values({ id: "setup", ...link })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(link))
    .execute();
}

export async function deleteSetupLink(writer: Writer): Promise<void> {
  await writer.deleteFrom("setup_link").execute();
}
