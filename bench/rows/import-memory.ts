import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createDatabase, startPostgres } from "#test/support/processes/postgres.ts";
import { importTable, workbook } from "../support/imported-table.ts";
import { anonymousMegabytes, mostMeanwhile } from "../support/memory.ts";
import { SECRET } from "../support/portals.ts";
import { atMost, type Row } from "../support/row.ts";
import { startServerWithAdmin } from "../support/server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const people = 20_000;

/** What an import of twenty thousand rows adds to the memory that an idle server has for itself. */
export async function importMemory(): Promise<Row[]> {
  await using folder = await temporaryFolder();
  const onSqlite = await onTop("SQLite", { DATA_DIR: join(folder.path, "sqlite"), SECRET });
  const postgres = await startPostgres();
  try {
    const DATABASE_URL = await createDatabase(postgres.url);
    return [
      ...onSqlite,
      ...(await onTop("PostgreSQL", { DATA_DIR: join(folder.path, "postgres"), DATABASE_URL, SECRET })),
    ];
  } finally {
    await postgres.stop();
  }
}

async function onTop(engine: string, environment: Record<string, string>): Promise<Row[]> {
  const table = await workbook(people);
  await using server = await startServerWithAdmin(environment);
  await delay(5000);
  const now = () => anonymousMegabytes(server.pid);
  const idle = await now();
  if (idle === null) return [];
  const most = await mostMeanwhile(now, importTable(server, table, people));
  return [atMost(`import of ${people} rows on ${engine}: memory on top`, "MB", most - idle, 100)];
}
