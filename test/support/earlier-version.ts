import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import pg from "pg";
import type { Engine } from "#storage/database/database.ts";
import postgresFacts from "../earlier-version/postgres/facts.json" with { type: "json" };
import sqliteFacts from "../earlier-version/sqlite/facts.json" with { type: "json" };
import { type AtTheEnd, emptyEnvironment, whenFileEnds } from "./portals.ts";

/** What each copy contains. */
export const factsOf: Record<Engine, typeof sqliteFacts> = { sqlite: sqliteFacts, postgres: postgresFacts };

/**
 * The start of the clock in programs that use a copy: one minute after it was made, while its sessions and links are
 * still valid.
 */
export const beginning = (engine: Engine): number => factsOf[engine].at + 60_000;

/**
 * Returns the environment of a copy of the site that an earlier version of the program filled. See
 * test/earlier-version/README.md.
 */
export async function copyOfEarlierSite(
  engine: Engine,
  atTheEnd: AtTheEnd = whenFileEnds,
): Promise<Record<string, string>> {
  const environment = await emptyEnvironment(engine, atTheEnd);
  const { DATA_DIR = "", DATABASE_URL } = environment;
  const copies = path.join(import.meta.dirname, "../earlier-version", engine);
  await mkdir(DATA_DIR);
  await cp(path.join(copies, "blobs"), path.join(DATA_DIR, "blobs"), { recursive: true });
  for (const name of (await readdir(copies)).filter((file) => file.endsWith(".gz"))) {
    const content = gunzipSync(await readFile(path.join(copies, name)));
    if (DATABASE_URL === undefined) await writeFile(path.join(DATA_DIR, name.slice(0, -".gz".length)), content);
    else await load(DATABASE_URL, content.toString());
  }
  return {
    ...environment,
    SECRET: factsOf[engine].secret,
    PUBLIC_URL: factsOf[engine].origin,
    TRUSTED_PROXIES: "127.0.0.1,::1",
    NODE_OPTIONS: `--import=${new URL("set-clock.ts", import.meta.url).href}`,
    ATTESTRY_TEST_CLOCK: String(beginning(engine)),
  };
}

async function load(url: string, dump: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(dump);
  } finally {
    await client.end();
  }
}
