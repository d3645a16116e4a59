import { existsSync } from "node:fs";
import { link, open, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { codeOf, StartRefused } from "#core/errors.ts";
import { ownLikeFolder, syncFolder } from "../../durable-files.ts";
import {
  type Column,
  isOfLookups,
  listed,
  type NewDatabaseOptions,
  type TableName,
  type Value,
} from "../tables/copied-tables.ts";
import { translatedError } from "./node-sqlite.ts";
import { rowsOf } from "./sqlite-snapshot.ts";
import { noteOf, type SchemaPart, stateTable } from "../migrations/migration.ts";
import { migrations } from "../migrations/steps.ts";
import { makeFolder } from "../../make-folder.ts";

/** Makes both files. They get their names when they are complete and on the disk, the file of the records last. */
export async function makeSqlite(
  file: string,
  lookupsFile: string,
  { steps, fill, takeOver }: NewDatabaseOptions,
): Promise<void> {
  const files = [lookupsFile, file];
  await makeFolder(dirname(file), "DATABASE_URL and DATA_DIR");
  await Promise.all(files.map((name) => rm(unfinished(name), { force: true })));
  try {
    using lookups = beginFile(unfinished(lookupsFile), "sqliteLookups", steps);
    using records = beginFile(unfinished(file), "sqlite", steps);
    const indexing = [lookups, records].map(withoutIndexes);
    const connectionOf = (table: TableName) => (isOfLookups(table) ? lookups : records);
    await fill({
      rows: (table, columns) => rowsOf(connectionOf(table), table, columns),
      insert: async (table, columns, rows) => insert(connectionOf(table), table, columns, rows),
    });
    for (const index of indexing) index();
    for (const connection of [lookups, records]) complete(connection);
  } catch (error) {
    await Promise.all(files.map((name) => rm(unfinished(name), { force: true })));
    throw translatedError(error);
  }
  for (const name of files) await makeDurable(unfinished(name));
  await takeOver?.whenComplete();
  await showSqlite(file, lookupsFile).catch(async (error: unknown) => {
    if (!takeOver) await removeShown(files);
    throw error;
  });
}

/** Removes our files, so that a retry finds nothing in the way. A file without its unfinished name is ours. */
async function removeShown(files: readonly string[]): Promise<void> {
  const own = files.filter((name) => !existsSync(unfinished(name)));
  await Promise.all(own.map((name) => rm(name, { force: true })));
}

const unfinished = (name: string) => `${name}.unfinished`;

/** Gives complete files their names, unless they already have them. */
export async function showSqlite(file: string, lookupsFile: string): Promise<void> {
  for (const name of [lookupsFile, file]) {
    if (existsSync(unfinished(name))) await giveName(unfinished(name), name);
    if (!existsSync(name)) throw new StartRefused(`${name} is missing. Put it back, or run attestry move --undo.`);
    await syncFolder(dirname(name));
  }
}

/** Begins a file without a journal: after a crash an incomplete file is not needed. */
function beginFile(file: string, part: SchemaPart, steps: readonly string[]): DatabaseSync {
  const connection = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  connection.exec(
    "pragma journal_mode = off; pragma synchronous = off; pragma secure_delete = on; pragma cache_size = -65536;",
  );
  connection.exec("begin");
  connection.exec(stateTable);
  for (const step of migrations.filter(({ name }) => steps.includes(name))) {
    connection.exec(step[part]);
    connection.exec(noteOf(step, part));
  }
  return connection;
}

/** Drops indexes and triggers. The returned function builds them and full-text tables from all rows: much faster. */
function withoutIndexes(connection: DatabaseSync): () => void {
  const parts = connection
    .prepare("select type, name, sql from sqlite_schema where type in ('index', 'trigger') and sql is not null")
    .all();
  for (const { type, name } of parts) connection.exec(`drop ${String(type)} ${String(name)}`);
  return () => {
    for (const { sql } of parts) connection.exec(String(sql));
    const found = connection
      .prepare("select name from sqlite_schema where sql like 'create virtual table%fts5%'")
      .all();
    for (const { name } of found) connection.exec(`insert into ${String(name)} (${String(name)}) values ('rebuild')`);
  };
}

const statements = new WeakMap<DatabaseSync, Map<string, ReturnType<DatabaseSync["prepare"]>>>();

function insert(
  connection: DatabaseSync,
  table: TableName,
  columns: readonly Column[],
  rows: readonly (readonly Value[])[],
): void {
  const known = statements.get(connection) ?? new Map<string, ReturnType<DatabaseSync["prepare"]>>();
  statements.set(connection, known);
  const places = columns.map(({ isBytes }) => (isBytes ? "unhex(?)" : "?"));
  const text = `insert or replace into ${table} (${listed(columns)}) values (${places.join(", ")})`;
  const statement = known.get(text) ?? connection.prepare(text);
  known.set(text, statement);
  for (const row of rows) statement.run(...row);
}

function complete(connection: DatabaseSync): void {
  const [orphan] = connection.prepare("pragma foreign_key_check").all();
  if (orphan) throw new Error(`rows of ${String(orphan["table"])} refer to rows that are not there`);
  connection.exec("commit");
}

/** Never overwrites a file that was made in the meantime, for example by a start of the site. */
async function giveName(from: string, name: string): Promise<void> {
  await link(from, name).catch(async (error: unknown) => {
    if (codeOf(error) !== "EEXIST") throw error;
    const [own, other] = await Promise.all([stat(from), stat(name)]);
    if (own.ino !== other.ino) throw new StartRefused(`${name} was created meanwhile and is not overwritten.`);
  });
  await rm(from);
}

async function makeDurable(file: string): Promise<void> {
  await using handle = await open(file, "r+");
  await handle.chmod(0o600);
  await ownLikeFolder(file, handle);
  await handle.sync();
  await syncFolder(dirname(file));
}
