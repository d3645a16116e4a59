import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { readConfig } from "#config";
import { kindsMask } from "#core/records/document-kinds.ts";
import { currentSettings } from "#operations/portal/current-settings.ts";
import { type OpenPortal, openPortal } from "#server/open-portal.ts";
import { putRow } from "#storage/database/rows.ts";
import { fillDatabase } from "./fill-database.ts";
import { withBenchFields } from "./own-fields.ts";

const folder = fileURLToPath(new URL("../../.bench", import.meta.url));
export const SECRET = "the secret of the bench has 32 letters or more";

/**
 * SQLite with this many records. Making a million takes minutes, so the folder is reused until schema or records
 * change.
 */
export async function sqlitePortal(count: number, hasOwnFields = false): Promise<OpenPortal> {
  const made = `${await sqliteFolder(count)}${hasOwnFields ? "-own" : ""}`;
  if (!existsSync(made)) await makeSqlite(made, count, hasOwnFields);
  return openPortal(readConfig({ DATA_DIR: made, SECRET }));
}

export const sqliteFolder = async (count: number): Promise<string> => join(folder, `${await fingerprint()}-${count}`);

async function makeSqlite(made: string, count: number, hasOwnFields: boolean): Promise<void> {
  const draft = `${made}.draft`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  await fill(await openPortal(readConfig({ DATA_DIR: draft, SECRET })), count, hasOwnFields);
  await rename(draft, made);
}

/** A database of the given PostgreSQL with this many records, vacuumed as it would be after a while. */
export async function postgresPortal(url: string, dataDir: string, count: number): Promise<OpenPortal> {
  const config = readConfig({ DATABASE_URL: url, DATA_DIR: dataDir, SECRET });
  await fill(await openPortal(config), count);
  return openPortal(config);
}

/**
 * Copies each record of a PostgreSQL this many times, with new ids and random indexes: as large as sealed records, and
 * never found by a lookup. Drops the indexes and rebuilds them, so that ten million copies take minutes.
 */
export async function copyRecords(url: string, copies: number): Promise<void> {
  console.error(`Copying every record ${copies} times…`);
  await using client = await openClient(url);
  const { rows: indexes } = await client.query<{ away: string; back: string }>(droppedMeanwhile);
  const { rows: columns } = await client.query<{ name: string }>(plainColumns);
  const others = columns.map(({ name }) => name);
  await client.query("set maintenance_work_mem = '1GB'");
  for (const { away } of indexes) await client.query(away);
  await client.query(
    `insert into candidate (id, passport_index, ircc_index, ${others.join(", ")})
     select id || '-' || copy, ${randomIndex}, ${randomIndex}, ${others.join(", ")}
     from candidate, generate_series(1, $1::int) as copy`,
    [copies],
  );
  for (const { back } of indexes) await client.query(back);
}

const randomIndex = "uuid_send(gen_random_uuid())";

const droppedMeanwhile = `
  select 'alter table candidate drop constraint ' || conname as away,
    'alter table candidate add constraint ' || conname || ' ' || pg_get_constraintdef(oid) as back
  from pg_constraint as own where conrelid = 'candidate'::regclass and contype = 'u'
    and not exists (select from pg_constraint where contype = 'f' and conindid = own.conindid)
  union all
  select 'drop index ' || indexname, indexdef from pg_indexes
  where tablename in ('candidate', 'candidate_briefly') and indexdef not like 'CREATE UNIQUE%'`;

/** The columns that the database does not fill itself and that are equal in each copy. */
const plainColumns = `
  select column_name as name from information_schema.columns
  where table_name = 'candidate' and is_generated = 'NEVER' and is_identity = 'NO' and column_default is null
    and column_name not in ('id', 'passport_index', 'ircc_index')`;

async function fill(portal: OpenPortal, count: number, hasOwnFields = false): Promise<void> {
  console.error(`Making ${count.toLocaleString("en")} records on ${portal.database.engine}…`);
  if (hasOwnFields) await withBenchFields(portal, () => fillDatabase(portal, count, true));
  else await fillDatabase(portal, count);
  await endSweep(portal);
  await portal.database.forgetDeleted();
  await portal[Symbol.asyncDispose]();
}

/**
 * Marks the sweep that makes statements as finished: it would run for an hour beside the measurements. A statement is
 * then made at its first request.
 */
async function endSweep(portal: OpenPortal): Promise<void> {
  const { database, registry } = portal;
  const kinds = kindsMask((await currentSettings(portal)).shownKinds);
  const row = { registry, kinds, fields: "", after_seq: Number.MAX_SAFE_INTEGER };
  await database.write((writer) => putRow(writer, "statement_sweep", ["registry"], row));
}

/** Changes whenever the stored data would change. */
async function fingerprint(): Promise<string> {
  const hash = createHash("sha256");
  for (const part of ["storage/database/migrations", "storage/database/tables", "sealing", "demo"]) {
    const directory = new URL(`../../src/${part}/`, import.meta.url);
    const names = (await readdir(directory)).filter((name) => name.endsWith(".ts") && !name.includes(".test."));
    for (const name of names.toSorted()) hash.update(await readFile(new URL(name, directory)));
  }
  return hash.digest("hex").slice(0, 12);
}

export async function vacuum(url: string): Promise<void> {
  await using client = await openClient(url);
  await client.query("vacuum analyze");
}

async function openClient(url: string): Promise<pg.Client & AsyncDisposable> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}
