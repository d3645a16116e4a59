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
import { lockMigrations, schemaLockTable } from "../migrations/schema-lock.ts";
import { beginLong, withLongConnection } from "./postgres-snapshot.ts";
import { sqlState } from "./translate.ts";

/** Runs all missing steps in one transaction. If several processes start at once, only one runs the steps. */
export const migratePostgres = (url: string, mode: MigrationMode, migrations = ours): Promise<void> =>
  withLongConnection(url, async (client) => {
    await beginMigration(client);
    const state = await schemaStateOf(client);
    await takeSteps({ engine: "postgres", state, run: (statement) => client.query(statement) }, mode, migrations);
    refuseMarked(moveMarkIn((await client.query<Record<string, unknown>>(readMoveMark)).rows[0]));
    await client.query("commit");
  });

/** Begins a transaction that makes or changes tables. If another one runs, this waits for its end. */
export async function beginMigration(client: pg.Client): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await beginLong(client);
    try {
      await client.query(schemaLockTable);
      await client.query(lockMigrations);
      return;
    } catch (error) {
      // In an empty database, two processes may make the table at once. The second one waits, and then it exists.
      if (attempt === attempts || !wasMadeMeanwhile(error)) throw error;
      await client.query("rollback");
    }
  }
}

const attempts = 5;
const wasMadeMeanwhile = (error: unknown) => ["23505", "42P07"].includes(sqlState(error));

export async function schemaStateOf(client: pg.Client): Promise<SchemaState> {
  await client.query(stateTables);
  const { rows } = await client.query<{ version: number }>(readVersion);
  const { rows: noted } = await client.query<SchemaState["noted"][number]>(readSteps);
  return { version: Number(rows[0]?.version), noted };
}
