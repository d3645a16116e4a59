import type { DatabaseSync } from "node:sqlite";
import { type Migrations, missingSteps, newestVersion, readVersion, versionTable } from "../migrations/migration.ts";
import { retryWhileBusy } from "./retry-while-busy.ts";

/** All missing steps in one transaction; of several processes that start at once, one takes them. */
export async function migrateSqlite(connection: DatabaseSync, migrations: Migrations): Promise<void> {
  await retryWhileBusy(() => connection.exec("begin immediate"));
  try {
    connection.exec(versionTable);
    const missing = missingSteps(Number(connection.prepare(readVersion).get()?.["version"]), migrations);
    for (const step of missing) connection.exec(step.sqlite);
    if (missing.length > 0) {
      connection.prepare("insert into schema_version (version) values (?)").run(newestVersion(migrations));
    }
    connection.exec("commit");
  } catch (error) {
    if (connection.isTransaction) connection.exec("rollback");
    throw error;
  }
}
