import { randomUUID } from "node:crypto";
import { allTables, type TableName } from "#storage/database/tables/copied-tables.ts";

/** A row of a table, without meaning: null where that can be, and otherwise unique values or, for numbers, 1. */
export const rowOf = (table: TableName, values: Readonly<Record<string, unknown>>): Record<string, unknown> => ({
  ...Object.fromEntries(
    Object.entries(allTables[table].columns)
      .filter(([, { rest }]) => rest !== "{counted}")
      .map(([name, { type, isNullable, rest }]) => [name, isNullable ? null : valueOf(type, rest)]),
  ),
  ...values,
});

function valueOf(type: string, rest: string): unknown {
  if (type === "{bytes}") return Buffer.from(randomUUID());
  if (type !== "{code}" && type !== "{text}") return 1;
  return /'(\w+)'/.exec(rest)?.[1] ?? randomUUID();
}
