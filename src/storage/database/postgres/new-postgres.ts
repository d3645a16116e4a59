import type pg from "pg";
import { StartRefused } from "#core/errors.ts";
import {
  type Column,
  everyTable,
  listed,
  type NewDatabaseOptions,
  type TableName,
  type Value,
} from "../tables/copied-tables.ts";
import { deleteMoveMark, moveMarkIn, readMoveMark } from "../tables/move-mark.ts";
import { noteOf } from "../migrations/migration.ts";
import { migrations } from "../migrations/steps.ts";
import { anyStaffOrRecord } from "../empty-site.ts";
import { beginMigration, notedSteps } from "./migrate-postgres.ts";
import { beginLong, rowsOf, withLongConnection } from "./postgres-snapshot.ts";

/** PostgreSQL accepts this many values in one statement. */
const maxValues = 65_000;

/** Makes tables and rows in one transaction. A database that takes over a site is marked until the move has ended. */
export const makePostgres = (url: string, { steps, fill, takeOver }: NewDatabaseOptions): Promise<void> =>
  withLongConnection(url, async (client) => {
    await beginMigration(client);
    if (takeOver && (await isUnfinished(client, takeOver.from, steps))) await emptyTables(client);
    else {
      const problem = await filled(client);
      if (problem !== null) throw new StartRefused(problem);
      for (const step of migrations.filter(({ name }) => steps.includes(name))) {
        await client.query(step.postgres);
        await client.query(noteOf(step, "postgres"));
      }
    }
    await client.query("delete from audit_head; delete from lookup_end;");
    const index = await withoutIndexes(client);
    await fill({
      rows: (table, columns) => rowsOf(client, table, columns),
      insert: (table, columns, values) => insert(client, table, columns, values),
    });
    await index();
    await setSequences(client);
    if (takeOver) await markUnfinished(client, takeOver.from);
    await client.query("commit");
    await takeOver?.whenComplete();
    await client.query(takeOver ? `${deleteMoveMark}; analyze` : "analyze");
  });

/** Lets servers start on a complete database. */
export const showPostgres = (url: string): Promise<void> =>
  withLongConnection(url, async (client) => {
    await client.query(deleteMoveMark);
  });

/** True if the database is complete, but the old one was not marked as moved: the old one may have changed since. */
async function isUnfinished(client: pg.Client, from: string, steps: readonly string[]): Promise<boolean> {
  const noted = await notedSteps(client);
  if (namesOf(noted) !== steps.toSorted().join()) return false;
  const mark = moveMarkIn((await client.query<Record<string, unknown>>(readMoveMark)).rows[0]);
  return mark?.state === "unfinished" && mark.place === from;
}

const namesOf = (steps: readonly { name: string }[]) =>
  steps
    .map(({ name }) => name)
    .toSorted()
    .join();

const emptyTables = (client: pg.Client) => client.query(`truncate ${[...everyTable, "move_mark"].join(", ")}`);

const markUnfinished = (client: pg.Client, from: string) =>
  client.query("insert into move_mark (subject, state, place, at) values ('records', 'unfinished', $1, $2)", [
    from,
    Date.now(),
  ]);

/** Says that the database contains a site. Null if it does not. */
export const filledPostgres = (url: string): Promise<string | null> =>
  withLongConnection(url, async (client) => {
    await beginLong(client);
    const problem = await filled(client);
    await client.query("rollback");
    return problem;
  });

async function filled(client: pg.Client): Promise<string | null> {
  if ((await notedSteps(client)).length === 0) return null;
  return "The database already contains a site, which is not overwritten.";
}

/** Drops what the migration steps made. Returns false if the site is not empty. */
export const removeEmptyPostgres = (url: string): Promise<boolean> =>
  withLongConnection(url, async (client) => {
    await beginMigration(client);
    if ((await notedSteps(client)).length === 0) return true;
    await client.query("lock table staff, candidate in access exclusive mode");
    if ((await client.query(anyStaffOrRecord)).rows.length > 0) return false;
    for (const { postgres } of migrations) {
      for (const [, kind, name] of postgres.matchAll(/^create (table|function) (\w+)/gm)) {
        await client.query(`drop ${kind} if exists ${name} cascade`);
      }
    }
    await client.query("delete from schema_step; commit");
    return true;
  });

async function insert(
  client: pg.Client,
  table: TableName,
  columns: readonly Column[],
  rows: readonly (readonly Value[])[],
): Promise<void> {
  const atOnce = Math.floor(maxValues / columns.length);
  for (let from = 0; from < rows.length; from += atOnce) {
    const some = rows.slice(from, from + atOnce);
    const place = ({ isBytes }: Column, number: number) => (isBytes ? `decode($${number}, 'hex')` : `$${number}`);
    const places = some.map(
      (_, row) => `(${columns.map((column, at) => place(column, row * columns.length + at + 1)).join(", ")})`,
    );
    const text = `insert into ${table} (${listed(columns)}) overriding system value values ${places.join(", ")}`;
    await client.query(text, some.flat());
  }
}

/** Drops the indexes, except those of keys. The returned function builds them from all rows at once: much faster. */
async function withoutIndexes(client: pg.Client): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ name: string; made: string }>(
    `select indexname as name, indexdef as made from pg_indexes where schemaname = current_schema() and tablename = any($1) and not exists
       (select 1 from pg_constraint where conname = indexname and connamespace = current_schema()::regnamespace)`,
    [everyTable],
  );
  for (const { name } of rows) await client.query(`drop index "${name}"`);
  return async () => {
    for (const { made } of rows) await client.query(made);
  };
}

/** The next row then gets a number after those of the copied rows. */
async function setSequences(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = current_schema() and column_name = 'seq' and is_identity = 'YES'`,
  );
  for (const { name } of rows) {
    await client.query(
      `select setval(pg_get_serial_sequence('${name}', 'seq'), greatest((select max(seq) from ${name}), 1), (select max(seq) from ${name}) is not null)`,
    );
  }
}
