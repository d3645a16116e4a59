import type pg from "pg";
import { StartRefused } from "#core/errors.ts";
import {
  earlierTable,
  type Migration,
  type MigrationMode,
  type NotedStep,
  readSteps,
  refuseEarlier,
  stateTable,
  takeSteps,
} from "../migrations/migration.ts";
import { moveMarkIn, readMoveMark, refuseMarked } from "../tables/move-mark.ts";
import { lockMigrations, schemaLockTable } from "../migrations/schema-lock.ts";
import { beginLong, withLongConnection } from "./postgres-snapshot.ts";
import { refuseUnsuited } from "./refuse-unsuited.ts";
import { sqlState } from "./translate.ts";

/** Runs all missing steps in one transaction. If several processes start at once, only one runs the steps. */
export const migratePostgres = (url: string, mode: MigrationMode, migrations: readonly Migration[]): Promise<void> =>
  withLongConnection(url, async (client) => {
    await beginMigration(client);
    const noted = await notedSteps(client);
    const run = (statement: string) => client.query(statement);
    await takeSteps({ part: "postgres", noted, run, runFirst: (first) => runAlone(url, first) }, mode, migrations);
    refuseMarked(moveMarkIn((await client.query<Record<string, unknown>>(readMoveMark)).rows[0]));
    await client.query("commit");
  });

const runAlone = (url: string, statement: string): Promise<void> =>
  withLongConnection(url, async (client) => {
    await beginLong(client);
    await client.query(statement);
    await client.query("commit");
  });

/** Begins a transaction that makes or changes tables. If another one runs, this waits for its end. */
export async function beginMigration(client: pg.Client): Promise<void> {
  await refuseUnsuited(client);
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

const whereWeAre = `select relnamespace::regnamespace::text as found, current_schema() as first from pg_class
  where oid = to_regclass('schema_step') and relnamespace <> current_schema()::regnamespace`;

/** Refuses to make a second site in a schema that the search_path names before the one with our tables. */
async function refuseOtherSchema(client: pg.Client): Promise<void> {
  const [other] = (await client.query<{ found: string; first: string }>(whereWeAre)).rows;
  if (!other) return;
  throw new StartRefused(
    `The tables of this site are in the schema ${other.found}, but new ones would be made in ${other.first}. Set the search_path of this user to ${other.found}.`,
  );
}

/** PostgreSQL refuses the second one for the row of its catalog, for the table, or for the type of its rows. */
const wasMadeMeanwhile = (error: unknown) => ["23505", "42P07", "42710"].includes(sqlState(error));

export async function notedSteps(client: pg.Client): Promise<NotedStep[]> {
  const earlier = await client.query<{ found: boolean }>("select to_regclass($1) is not null as found", [earlierTable]);
  refuseEarlier(earlier.rows[0]?.found === true);
  await refuseOtherSchema(client);
  await client.query(stateTable);
  return (await client.query<NotedStep>(readSteps)).rows;
}
