import type pg from "pg";
import {
  beforeSteps,
  type Migrating,
  missingSteps,
  readSteps,
  readVersion,
  type SchemaState,
  stateTables,
  stepsToNote,
  versionAfter,
} from "../migrations/migration.ts";
import { migrations as ours } from "../migrations/steps.ts";
import { moveMarkIn, readMoveMark, refuseMarked } from "../tables/move-mark.ts";
import { migrationLock } from "./new-postgres.ts";
import { beginLong, withLongConnection } from "./postgres-snapshot.ts";

/** All missing steps in one transaction; of several processes that start at once, one takes them. */
export const migratePostgres = (url: string, migrating: Migrating, migrations = ours): Promise<void> =>
  withLongConnection(url, async (client) => {
    await beginLong(client);
    await client.query("select pg_advisory_xact_lock($1)", [migrationLock]);
    const state = await schemaStateOf(client);
    const missing = missingSteps("postgres", state, migrations);
    await beforeSteps(migrating, state.version, missing);
    // Transactions of programs that do not know these steps end before, and the next ones meet them.
    if (missing.some((step) => !step.isAdditive)) await client.query("lock table schema_step in access exclusive mode");
    for (const step of missing) await client.query(step.postgres);
    if (missing.length > 0) {
      const version = versionAfter(state.version, missing, migrations);
      await client.query("insert into schema_version (version) values ($1)", [version]);
    }
    for (const { name, checksum, additive } of migrating === "refused"
      ? []
      : stepsToNote("postgres", state, migrations)) {
      const values = [name, checksum, additive, Date.now()];
      await client.query("insert into schema_step (name, checksum, additive, at) values ($1, $2, $3, $4)", values);
    }
    refuseMarked(moveMarkIn((await client.query<Record<string, unknown>>(readMoveMark)).rows[0]));
    await client.query("commit");
  });

export async function schemaStateOf(client: pg.Client): Promise<SchemaState> {
  await client.query(stateTables);
  const { rows } = await client.query<{ version: number }>(readVersion);
  const { rows: noted } = await client.query<SchemaState["noted"][number]>(readSteps);
  return { version: Number(rows[0]?.version), noted };
}
