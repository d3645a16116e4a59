import type pg from "pg";
import {
  type MigrationMode,
  readSteps,
  readVersion,
  type SchemaState,
  stateTables,
  takeSteps,
} from "../migrations/migration.ts";
import { migrations as ours } from "../migrations/steps.ts";
import { moveMarkIn, readMoveMark, refuseMarked } from "../tables/move-mark.ts";
import { migrationLock } from "./new-postgres.ts";
import { beginLong, withLongConnection } from "./postgres-snapshot.ts";

/** Runs all missing steps in one transaction. If several processes start at once, only one runs the steps. */
export const migratePostgres = (url: string, mode: MigrationMode, migrations = ours): Promise<void> =>
  withLongConnection(url, async (client) => {
    await beginLong(client);
    await client.query("select pg_advisory_xact_lock($1)", [migrationLock]);
    const state = await schemaStateOf(client);
    await takeSteps({ engine: "postgres", state, run: (statement) => client.query(statement) }, mode, migrations);
    refuseMarked(moveMarkIn((await client.query<Record<string, unknown>>(readMoveMark)).rows[0]));
    await client.query("commit");
  });

export async function schemaStateOf(client: pg.Client): Promise<SchemaState> {
  await client.query(stateTables);
  const { rows } = await client.query<{ version: number }>(readVersion);
  const { rows: noted } = await client.query<SchemaState["noted"][number]>(readSteps);
  return { version: Number(rows[0]?.version), noted };
}
