import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";
import { openDatabase } from "#storage/database/open-database.ts";
import { createDatabase, forgetful, startPostgres } from "./processes/postgres.ts";
import { sharedMemory } from "./shared-memory.ts";

declare module "vitest" {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be extended from outside
  export interface ProvidedContext {
    /** One PostgreSQL server for the whole run. A test creates its own database there with `createDatabase`. "" if left out. */
    postgresUrl: string;
    /** Migrated, empty databases to copy: a folder with the SQLite files, and a database on PostgreSQL. */
    migrated: { folder: string; database: string };
    /** The folder for the files of tests. In memory if possible, because SQLite waits for the disk at every commit. */
    scratch: string;
  }
}

export default async function startServers({ provide }: TestProject): Promise<() => Promise<void>> {
  // A test must not be green on the program and pages of before the last edit.
  await promisify(execFile)(process.execPath, ["tools/ready.mjs", "build"]);
  // Each test creates a database of nine megabytes, so a disk would have to write gigabytes.
  const dataIn = (await sharedMemory(8)) ?? tmpdir();
  // Autovacuum would start a process many times a second to clean hundreds of databases that are never used again.
  const isLeftOut = process.env["ATTESTRY_TEST_POSTGRES_BIN"] === "none";
  const postgres = isLeftOut ? null : await startPostgres(dataIn, `${forgetful} -c autovacuum=off`);
  const scratch = await mkdtemp(path.join((await sharedMemory()) ?? tmpdir(), "attestry-tests-"));
  const folder = await mkdtemp(path.join(scratch, "migrated-"));
  const url = postgres && (await createDatabase(postgres.url));
  for (const address of url === null ? [""] : ["", url]) {
    await using _migrated = await openDatabase(address, folder);
  }
  provide("postgresUrl", postgres?.url ?? "");
  provide("scratch", scratch);
  provide("migrated", { folder, database: url === null ? "" : new URL(url).pathname.slice(1) });
  return async () => {
    await postgres?.stop();
    await rm(scratch, { recursive: true, force: true });
  };
}
