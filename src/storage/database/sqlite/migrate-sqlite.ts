import type { DatabaseSync } from "node:sqlite";
import type { Migration } from "../migrations/migration.ts";
import { readVersion, stepsFrom, versionTable } from "../migrations/steps.ts";

type Retry = <Result>(attempt: () => Result) => Promise<Result>;

/** All missing steps in one transaction; of several processes that start at once, one takes them. */
export async function migrateSqlite(
  connection: DatabaseSync,
  steps: readonly Migration[],
  retryWhileBusy: Retry,
): Promise<void> {
  await retryWhileBusy(() => connection.exec("begin immediate"));
  try {
    connection.exec(versionTable);
    const missing = stepsFrom(Number(connection.prepare(readVersion).get()?.["version"]), steps);
    for (const step of missing) connection.exec(step.sqlite);
    if (missing.length > 0) {
      connection.prepare("insert into schema_version (version) values (?)").run(steps.length);
    }
    connection.exec("commit");
  } catch (error) {
    if (connection.isTransaction) connection.exec("rollback");
    throw error;
  }
}
