import type pg from "pg";
import { everyTable, type LockedDatabase } from "../tables/copied-tables.ts";
import { deleteMoveMark, movedWords, moveMarkIn, readMoveMark } from "../tables/move-mark.ts";
import { type NotedStep, refuseOtherSteps } from "../migrations/migration.ts";
import { lockWrites, schemaLockTable } from "../migrations/schema-lock.ts";
import { migrations } from "../migrations/steps.ts";
import { notedSteps } from "./migrate-postgres.ts";
import { beginLong, connectForLong, snapshotOver } from "./postgres-snapshot.ts";
import { translated } from "./translate.ts";

/** Locks the database against writes. If the process is killed, the locks and the unfinished changes are gone. */
export async function lockPostgres(url: string): Promise<LockedDatabase> {
  const client = await connectForLong(url);
  try {
    const steps = await lockForMove(client);
    const { rows } = await client.query<Record<string, unknown>>(readMoveMark);
    return {
      ...snapshotOver(client, steps),
      mark: moveMarkIn(rows[0]),
      markMoved: (place) => translated(() => markMoved(client, place)),
      unmark: () => translated(() => unmark(client)),
    };
  } catch (error) {
    await client.end();
    throw error;
  }
}

async function lockForMove(client: pg.Client): Promise<NotedStep[]> {
  await beginLong(client);
  await client.query(schemaLockTable);
  await client.query(lockWrites);
  const noted = await notedSteps(client);
  refuseOtherSteps("postgres", noted, migrations);
  return noted;
}

/** The error code is that of a read-only transaction. */
const refusal = `create or replace function refuse_moved() returns trigger language plpgsql as $$ begin
  raise exception '${movedWords} to %', (select place from move_mark where subject = 'records') using errcode = '25006';
  end $$`;

async function markMoved(client: pg.Client, place: string): Promise<void> {
  await client.query(refusal);
  for (const table of everyTable) {
    await client.query(
      `create trigger moved before insert or update or delete on ${table} for each statement execute function refuse_moved()`,
    );
  }
  const mark = "insert into move_mark (subject, state, place, at) values ('records', 'moved', $1, $2)";
  await client.query(mark, [place, Date.now()]);
  await client.query("commit");
}

async function unmark(client: pg.Client): Promise<void> {
  for (const table of everyTable) await client.query(`drop trigger if exists moved on ${table}`);
  await client.query("drop function if exists refuse_moved()");
  await client.query(deleteMoveMark);
  await client.query("commit");
}
