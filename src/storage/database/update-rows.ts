import { type RawBuilder, sql } from "kysely";
import type { Database, Writer } from "./database.ts";
import { type Row, type TableWithId, updateRow } from "./rows.ts";
import { inDialect } from "./tables/dialect.ts";
import { tables } from "./tables/schema.ts";

/** Updates rows, on PostgreSQL by one query for all in which the same columns change. */
export async function updateRows<Table extends TableWithId>(
  { engine }: Pick<Database, "engine">,
  writer: Writer,
  table: Table,
  rows: readonly { id: string; changes: Partial<Row<Table>> }[],
): Promise<void> {
  if (engine === "sqlite" || rows.length === 1) {
    for (const { id, changes } of rows) await updateRow(writer, table, id, changes);
    return;
  }
  for (const alike of Map.groupBy(rows, ({ changes }) => Object.keys(changes).toSorted().join(" ")).values()) {
    const columns = Object.keys(alike[0]?.changes ?? {}).toSorted();
    const given = alike.map(({ id, changes }) => {
      const values: Record<string, unknown> = changes;
      return sql`(${sql.join([sql`${id}`, ...columns.map((column) => typed(table, column, values[column]))])})`;
    });
    const assigned = columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`given.${column}`)}`);
    const names = sql.join(["id", ...columns].map((column) => sql.ref(column)));
    await sql`update ${sql.table(table)} set ${sql.join(assigned)} from (values ${sql.join(given)}) as given (${names})
      where ${sql.ref(`${table}.id`)} = given.id`.execute(writer);
  }
}

/** PostgreSQL takes values without a type for text. */
function typed(table: TableWithId, column: string, value: unknown): RawBuilder<unknown> {
  const declared: Readonly<Record<string, { type: string }>> = tables[table].columns;
  const [type = "text"] = inDialect("postgres", declared[column]?.type ?? "").split(" ");
  return sql`cast(${value} as ${sql.raw(type)})`;
}
