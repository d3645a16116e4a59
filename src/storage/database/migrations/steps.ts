import { briefRecords, keptInLine, withoutBriefParts } from "../tables/brief-records.ts";
import { lookupTables } from "../tables/lookup-tables.ts";
import { tables } from "../tables/schema.ts";
import { sqlOf } from "../tables/table.ts";
import type { Migration, SchemaPart } from "./migration.ts";

/** The SQL of a step: it makes what the declarations of the tables mark with its name. */
const declaredBy = (name: string): Readonly<Record<SchemaPart | "name", string>> => ({
  name,
  sqlite: sqlOf("sqlite", tables, name),
  sqliteLookups: sqlOf("sqlite", lookupTables, name),
  postgres: sqlOf("postgres", { ...tables, ...lookupTables }, name),
});

/**
 * Locks all tables that the statements change before the first of these runs, and only while nobody reads one for long: until
 * the step ends, everybody else waits behind such a lock.
 */
const locked = (statements: string): string => `
do $$
  declare
    usual constant text := current_setting('lock_timeout');
  begin
    perform set_config('lock_timeout', '200ms', true);
    loop
      begin
        lock table ${[...new Set(statements.match(/(?<=^alter table )\w+/gm))].join(", ")} in access exclusive mode;
        exit;
      exception when lock_not_available then
        perform pg_sleep(1);
      end;
    end loop;
    perform set_config('lock_timeout', usual, true);
  end $$;
${statements}`;

const since11 = declaredBy("1.1");

/** New steps go to the end. A released step keeps its name and its text. */
export const migrations: readonly Migration[] = [
  declaredBy("1.0"),
  // Programs of 1.0 would write rows of accounts that are not bound, drop the answer that a held change carries, and what a
  // record says of its revision, and publish past it.
  {
    ...since11,
    postgres: briefRecords + keptInLine + locked(since11.postgres + withoutBriefParts),
    first: briefRecords,
    changesTables: true,
  },
  // Programs of 1.1 would drop the settings and the held changes that they do not know.
  { ...declaredBy("1.2"), changesTables: true },
];
