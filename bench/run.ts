import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readConfig } from "#config";
import { type OpenPortal, openPortal } from "#server/open-portal.ts";
import { createDatabase, startPostgres } from "#test/support/processes/postgres.ts";
import { attacks } from "./rows/attacks.ts";
import { auditPage } from "./rows/audit.ts";
import { backups } from "./rows/backups.ts";
import { exportedTables, sqliteTables } from "./rows/exports.ts";
import { servedImages } from "./rows/images.ts";
import { importMemory } from "./rows/import-memory.ts";
import { imports } from "./rows/imports.ts";
import { postgresLookupsServed, sqliteLookupsServed } from "./rows/served-lookups.ts";
import { publicLog } from "./rows/log.ts";
import { severalProcesses } from "./rows/processes.ts";
import { lookupCost, showCostOfRelease } from "./rows/lookup-cost.ts";
import { growth, postgresLookups, sqliteLookups } from "./rows/lookups.ts";
import { memoryUnderLoad } from "./rows/memory.ts";
import { ownFields } from "./rows/own-fields.ts";
import { guardedNames } from "./rows/names.ts";
import { newsSearch } from "./rows/news-search.ts";
import { pages } from "./rows/pages.ts";
import { passports } from "./rows/passports.ts";
import { shareCodes } from "./rows/share-codes.ts";
import { smallestMachine } from "./rows/smallest-machine.ts";
import { staffList } from "./rows/staff-list.ts";
import { lookupCount, sqliteStaffTable, staffTable } from "./rows/staff-table.ts";
import { statements } from "./rows/statements.ts";
import { slips } from "./rows/slips.ts";
import { start } from "./rows/start.ts";
import { uploads } from "./rows/uploads.ts";
import { fillLookups } from "./support/fill-lookups.ts";
import { copyRecords, postgresPortal, SECRET, sqliteFolder, sqlitePortal, vacuum } from "./support/portals.ts";
import type { Row } from "./support/row.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const few = 10_000;
const many = 1_000_000;
const most = 10_000_000;

async function onSqlite(): Promise<Row[]> {
  await using small = await sqlitePortal(few);
  await using large = await sqlitePortal(many);
  return [
    ...(await sqliteLookups(large, await sqliteFolder(many), many)),
    ...(await sqliteLookupsServed(await sqliteFolder(many), many)),
    await growth("SQLite", [small, few], [large, many]),
    ...(await staffList("SQLite", large)),
  ];
}

/**
 * Runs `work` with its own PostgreSQL. By default that server does not wait for the disk; with empty settings it does.
 */
async function withServer(
  work: (server: string, dataDir: string) => Promise<Row[]>,
  settings?: string,
): Promise<Row[]> {
  await using folder = await temporaryFolder();
  const server = await startPostgres(undefined, settings);
  try {
    return await work(server.url, folder.path);
  } finally {
    await server.stop();
  }
}

const onPostgres = (): Promise<Row[]> =>
  withServer(async (server, dataDir) => {
    const url = await createDatabase(server);
    await using small = await postgresPortal(await createDatabase(server), dataDir, few);
    await using large = await postgresPortal(url, dataDir, many);
    await fillLookups(large, lookupCount);
    await vacuum(url);
    return [
      ...(await postgresLookups(large, url, many)),
      ...(await postgresLookupsServed(url, dataDir, many)),
      await growth("PostgreSQL", [small, few], [large, many]),
      ...(await staffList("PostgreSQL", large)),
      ...(await staffTable("PostgreSQL", { DATABASE_URL: url, DATA_DIR: dataDir, SECRET })),
      ...(await exportedTables("PostgreSQL", { DATABASE_URL: url, DATA_DIR: dataDir, SECRET })),
    ];
  });

/** On PostgreSQL. Nine of ten million records are copies. Takes half an hour, and 20 GB in the temporary folder. */
const growthToMost = (): Promise<Row[]> =>
  withServer(async (server, dataDir) => {
    const url = await createDatabase(server);
    await using small = await postgresPortal(await createDatabase(server), dataDir, few);
    await using large = await postgresPortal(url, dataDir, many);
    await copyRecords(url, most / many - 1);
    await vacuum(url);
    const row = await growth("PostgreSQL", [small, few], [large, many]);
    return [{ ...row, name: `lookup on PostgreSQL, ${few} → ${most} records` }];
  });

type Filling = (engine: string, portal: OpenPortal, afterFilling: () => Promise<unknown>) => Promise<Row[]>;

/** A suite that fills a portal of its own on each engine. */
const onBoth = (fillAndMeasure: Filling, settings?: string) => async (): Promise<Row[]> => {
  await using folder = await temporaryFolder();
  await using sqlite = await openPortal(readConfig({ DATA_DIR: join(folder.path, "sqlite"), SECRET }));
  const rows = await fillAndMeasure("SQLite", sqlite, async () => {});
  return await withServer(async (server, dataDir) => {
    const url = await createDatabase(server);
    await using postgres = await openPortal(readConfig({ DATA_DIR: dataDir, DATABASE_URL: url, SECRET }));
    return [...rows, ...(await fillAndMeasure("PostgreSQL", postgres, () => vacuum(url)))];
  }, settings);
};

const suites = {
  start,
  pages,
  "share-codes": shareCodes,
  uploads,
  attacks,
  images: servedImages,
  slips,
  names: async () => guardedNames(),
  memory: () => memoryUnderLoad(),
  backups,
  audit: onBoth(auditPage),
  log: onBoth(publicLog),
  imports: onBoth(imports),
  "import-memory": importMemory,
  statements: onBoth(statements, ""),
  tables: async () => [...(await sqliteStaffTable(many)), ...(await sqliteTables(many))],
  sqlite: onSqlite,
  postgres: onPostgres,
};

/**
 * `quick` takes three minutes: run it before and after a change on the path of a lookup. `passports` reads passport pages
 * for ten minutes. `processes` compares two processes of a supervisor with one. `smallest-machine` needs root and Linux. `soak` makes load for ten minutes, to see whether memory grows.
 */
const onRequest = {
  quick: () => {
    showCostOfRelease();
    return lookupCost();
  },
  "lookup-cost": lookupCost,
  growth: growthToMost,
  "own-fields": () => ownFields(many),
  news: onBoth(newsSearch),
  passports,
  processes: severalProcesses,
  "smallest-machine": smallestMachine,
  soak: () => memoryUnderLoad(600),
};

/**
 * `npm run bench` runs all suites, `npm run bench -- sqlite start` only some. Only a complete run is written to
 * results.json.
 */
const wanted = process.argv.slice(2);
const rows: Row[] = [];
const known = { ...suites, ...onRequest };
requireKnown(wanted);
for (const [name, suite] of Object.entries(wanted.length === 0 ? suites : known)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const measured = await suite();
  console.table(measured);
  rows.push(...measured);
}
if (wanted.length === 0) {
  await writeFile(new URL("results.json", import.meta.url), `${JSON.stringify({ rows }, null, 2)}\n`);
}
const missed = rows.filter(({ met }) => !met);
console.log(missed.length === 0 ? "Every target is met." : `${missed.length} of ${rows.length} targets are missed.`);

function requireKnown(names: readonly string[]): void {
  const unknown = names.filter((name) => !Object.hasOwn(known, name));
  if (unknown.length === 0) return;
  console.error(`The bench has no suite "${unknown.join('", "')}". By default it runs all of these:
  ${Object.keys(suites).join(", ")}
These run only by their names:
  ${Object.keys(onRequest).join(", ")}`);
  process.exit(2);
}
