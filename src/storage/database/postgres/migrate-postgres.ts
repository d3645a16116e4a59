import pg from "pg";
import { missingSteps, newestVersion, readVersion, versionTable } from "../migrations/migration.ts";
import { migrations } from "../migrations/steps.ts";

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
    const missing = missingSteps(Number(found.rows[0]?.version), migrations);
    for (const step of missing) await client.query(step.postgres);
    if (missing.length > 0) {
      await client.query("insert into schema_version (version) values ($1)", [newestVersion(migrations)]);
    }
    await client.query("commit");
  } finally {
    await client.end();
  }
}
