import { sql } from "kysely";
import type { Database } from "#storage/database/database.ts";
import { needsOtherSecret } from "#operations/rotate-keys.ts";
import { reasonOf } from "../reason-of.ts";
import { type Finding, needed, ok, type SiteParts, warning, wrong } from "./finding.ts";

export async function checkDatabase({ database: open, keyring }: SiteParts): Promise<Finding> {
  const database = await open();
  await database.ping();
  const found = `${await engineOf(database)}, schema ${await schemaOf(database)}.`;
  if (await needsOtherSecret({ database, keyring: await needed(keyring(), "Permissions") })) {
    return wrong(
      `${found} Some data was encrypted with a secret that was not given.`,
      "Add that secret after the others: in SECRET after a comma, in DATA_DIR/secret on a new line.",
    );
  }
  return ok(found);
}

async function engineOf({ engine, read, reached }: Database): Promise<string> {
  if (engine === "sqlite") return `SQLite ${process.versions["sqlite"]}`;
  const { rows } = await sql<{ server_version: string }>`show server_version`.execute(read);
  return `PostgreSQL ${rows[0]?.server_version} ${reached}`.trim();
}

async function schemaOf({ read }: Database): Promise<number> {
  const { rows } = await sql<{ version: number }>`select max(version) as version from schema_version`.execute(read);
  return rows[0]?.version ?? 0;
}

/** Checks the replicas as each process does for itself. The row that this writes is removed within a minute. */
export async function checkReplicas({ config, database }: SiteParts): Promise<Finding> {
  if (config.DATABASE_READ_URL === "") return ok("There are none, because DATABASE_READ_URL is empty.");
  const { replicas } = await needed(database(), "Database");
  const late = (await replicas?.catchUp()) ?? [];
  const { used, writer, out } = replicas?.count() ?? { used: 0, writer: 0, out: 0 };
  const all = used + writer + out;
  if (late.length === 0) return ok(`${all} of ${all} are up to date.`);
  return warning(
    `${all - late.length} of ${all} are up to date. A change did not arrive within a second at ${late.join(", ")}.`,
    "Check that each of them is running and replicates the server of DATABASE_URL. Meanwhile other servers answer.",
  );
}

/** Writes a small file and removes it, like /readyz. */
export async function checkBlobs({ blobs: open }: SiteParts): Promise<Finding> {
  try {
    await (await open()).ping();
    return ok("Documents can be stored and read.");
  } catch (error) {
    return wrong(
      `The store for documents cannot be used: ${reasonOf(error)}.`,
      "Check BLOB_URL, DATA_DIR and the permissions there.",
    );
  }
}
