import { sql } from "kysely";
import type { Database } from "#storage/database/database.ts";
import type { Row } from "#storage/database/rows.ts";
import type { Schema } from "#storage/database/tables/schema.ts";

/** Changes the rows with these values, or all, past the operations. */
export const changeRows = <Table extends keyof Schema>(
  { database }: { database: Database },
  table: Table,
  values: Partial<Row<Table>>,
  of: Partial<Row<Table>> = {},
): Promise<unknown> => {
  const each = (columns: object) => Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  const where = sql.join([sql`1 = 1`, ...each(of)], sql` and `);
  return database.write((writer) =>
    sql`update ${sql.table(table)} set ${sql.join(each(values))} where ${where}`.execute(writer),
  );
};
