import type { DatabaseSync } from "node:sqlite";
import pg from "pg";
import { StartRefused } from "#core/errors.ts";
import { ground } from "./0001-ground.ts";
import { images } from "./0002-images.ts";
import type { Migration } from "./migration.ts";

/** The place in this list is the version that a step leads to. */
const migrations: readonly Migration[] = [ground, images];

const versionTable = "create table if not exists schema_version (version integer not null)";
const readVersion = "select coalesce(max(version), 0) as version from schema_version";

function stepsFrom(version: number): Migration[] {
  if (version <= migrations.length) return migrations.slice(version);
  throw new StartRefused(
    `The database was written by a newer Attestry (schema ${version}, this one knows ${migrations.length}): start that version.`,
  );
}

type Retry = <Result>(attempt: () => Result) => Promise<Result>;

/** All missing steps in one transaction; of several processes that start at once, one takes them. */
export async function migrateSqlite(connection: DatabaseSync, retryWhileBusy: Retry): Promise<void> {
  await retryWhileBusy(() => connection.exec("begin immediate"));
  try {
    connection.exec(versionTable);
    const steps = stepsFrom(Number(connection.prepare(readVersion).get()?.["version"]));
    for (const step of steps) connection.exec(step.sqlite);
    if (steps.length > 0) {
      connection.prepare("insert into schema_version (version) values (?)").run(migrations.length);
    }
    connection.exec("commit");
  } catch (error) {
    if (connection.isTransaction) connection.exec("rollback");
    throw error;
  }
}

/** Any number that no other program's advisory lock in the same database is likely to use. */
const migrationLock = 7_263_817_001;

export async function migratePostgres(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  await client.connect();
  try {
    await client.query("begin");
    await client.query("select pg_advisory_xact_lock($1)", [migrationLock]);
    await client.query(versionTable);
    const found = await client.query<{ version: number }>(readVersion);
    const steps = stepsFrom(Number(found.rows[0]?.version));
    for (const step of steps) await client.query(step.postgres);
    if (steps.length > 0) {
      await client.query("insert into schema_version (version) values ($1)", [migrations.length]);
    }
    await client.query("commit");
  } finally {
    await client.end();
  }
}
