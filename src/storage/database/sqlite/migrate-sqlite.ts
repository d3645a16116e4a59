import type { DatabaseSync } from "node:sqlite";
import { newestVersion, readVersion, stepsFrom, versionTable } from "../migrations/steps.ts";

type Retry = <Result>(attempt: () => Result) => Promise<Result>;

/** All missing steps in one transaction; of several processes that start at once, one takes them. */
export async function migrateSqlite(connection: DatabaseSync, retryWhileBusy: Retry): Promise<void> {
  await retryWhileBusy(() => connection.exec("begin immediate"));
  try {
    connection.exec(versionTable);
    const steps = stepsFrom(Number(connection.prepare(readVersion).get()?.["version"]));
    for (const step of steps) connection.exec(step.sqlite);
    if (steps.length > 0) {
      connection.prepare("insert into schema_version (version) values (?)").run(newestVersion);
    }
    connection.exec("commit");
  } catch (error) {
    if (connection.isTransaction) connection.exec("rollback");
    throw error;
  }
}
