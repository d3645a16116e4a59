import { sql } from "kysely";
import { everyAccount } from "#operations/accounts/bind-all-rows.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { bindAccount } from "#storage/database/accounts/bound-accounts.ts";
import { bindEveryRow, boundTables } from "#storage/database/bound-rows.ts";
import type { Row } from "#storage/database/rows.ts";
import type { Schema } from "#storage/database/tables/schema.ts";

type Site = Pick<Portal, "database" | "keyring">;

/** Changes the rows with these values, or all, past the operations. Rows of accounts then count as written by the program. */
export const changeRows = async <Table extends keyof Schema>(
  portal: Site,
  table: Table,
  values: Partial<Row<Table>>,
  of: Partial<Row<Table>> = {},
): Promise<void> => {
  const each = (columns: object) => Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  const where = sql.join([sql`1 = 1`, ...each(of)], sql` and `);
  await portal.database.write((writer) =>
    sql`update ${sql.table(table)} set ${sql.join(each(values))} where ${where}`.execute(writer),
  );
  if (tablesOfAccounts.has(table)) await bindAgain(portal);
};

const tablesOfAccounts = new Set<string>([...boundTables, "person", "staff", "sign_in_method", "totp", "passkey"]);

/** Makes what a test has written past the operations count as written by the program. */
export const bindAgain = (portal: Site): Promise<void> =>
  portal.database.write(async (writer) => {
    for await (const accounts of everyAccount(writer))
      for (const account of accounts) await bindAccount(portal, writer, account);
    for (const table of boundTables) await bindEveryRow(portal, writer, table, () => true);
  });
