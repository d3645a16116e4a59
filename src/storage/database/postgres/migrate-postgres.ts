import {
  beforeSteps,
  type Migrating,
  missingSteps,
  newestVersion,
  readVersion,
  versionTable,
} from "../migrations/migration.ts";
import { migrations } from "../migrations/steps.ts";
import { moveMarkIn, readMoveMark, refuseMarked } from "../tables/move-mark.ts";
import { migrationLock } from "./new-postgres.ts";
import { withLongConnection } from "./postgres-snapshot.ts";

/** All missing steps in one transaction; of several processes that start at once, one takes them. */
export const migratePostgres = (url: string, migrating: Migrating): Promise<void> =>
  withLongConnection(url, async (client) => {
    await client.query("begin");
    await client.query("select pg_advisory_xact_lock($1)", [migrationLock]);
    await client.query(versionTable);
    const found = await client.query<{ version: number }>(readVersion);
    const version = Number(found.rows[0]?.version);
    const missing = missingSteps(version, migrations);
    await beforeSteps(migrating, version, missing);
    for (const step of missing) await client.query(step.postgres);
    if (missing.length > 0) {
      await client.query("insert into schema_version (version) values ($1)", [newestVersion(migrations)]);
    }
    refuseMarked(moveMarkIn((await client.query<Record<string, unknown>>(readMoveMark)).rows[0]));
    await client.query("commit");
  });
