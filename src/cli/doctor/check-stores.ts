import { sql } from "kysely";
import { reasonOf } from "#core/reason-of.ts";
import type { Database } from "#storage/database/database.ts";
import { registryWithoutRecords } from "#server/open-portal.ts";
import { otherRegistry } from "#storage/database/registries.ts";
import { needsOtherSecret } from "#operations/upkeep/rotate-keys.ts";
import { type Finding, needed, ok, type SiteParts, warning, wrong } from "./finding.ts";
import { postgresLimits } from "./postgres-limits.ts";

export async function checkDatabase({ database: open, keyring, config }: SiteParts): Promise<Finding> {
  const { REGISTRY } = config;
  const database = await open();
  await database.ping();
  const found = `${await engineOf(database)}, schema ${await schemaOf(database)}.`;
  if (await needsOtherSecret({ database, keyring: await needed(keyring(), "Permissions") })) {
    return wrong(
      `${found} Some data was encrypted with a secret that was not given.`,
      "Add that secret after the others: in SECRET after a comma, in DATA_DIR/secret on a new line.",
    );
  }
  const other = await otherRegistry(database.read, REGISTRY);
  if (other !== null) return warning(`${found} ${registryWithoutRecords(REGISTRY, other)}.`, `Set REGISTRY=${other}.`);
  const limits = database.engine === "postgres" ? await postgresLimits(database, { config }) : null;
  return limits === null ? ok(found) : warning(`${found} But ${limits.found}.`, limits.todo);
}

async function engineOf({ engine, read }: Database): Promise<string> {
  if (engine === "sqlite") return `SQLite ${process.versions["sqlite"]}`;
  const { rows } = await sql<{ server_version: string }>`show server_version`.execute(read);
  return `PostgreSQL ${rows[0]?.server_version}`;
}

/** The step that ran last. */
async function schemaOf({ read }: Database): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from schema_step order by at desc limit 1`.execute(read);
  return rows[0]?.name ?? "none";
}

/** Writes a small file and removes it, like /readyz. */
export async function checkBlobs({ blobs: open }: SiteParts): Promise<Finding> {
  try {
    await (await open()).ping();
    return ok("Documents can be stored and read.");
  } catch (error) {
    return wrong(
      `The store for documents cannot be used: ${reasonOf(error).replace(/\.$/, "")}.`,
      "Check BLOB_URL, DATA_DIR and the permissions there.",
    );
  }
}
