import { writeFile } from "node:fs/promises";
import { createDatabase, startPostgres } from "#test/support/postgres.ts";
import { servedImages } from "./rows/images.ts";
import { growth } from "./rows/lookups.ts";
import { postgresLookupsServed, sqliteLookupsServed } from "./rows/served-lookups.ts";
import { memoryUnderLoad } from "./rows/memory.ts";
import { pages } from "./rows/pages.ts";
import { staffList } from "./rows/staff-list.ts";
import { start } from "./rows/start.ts";
import { uploads } from "./rows/uploads.ts";
import { postgresPortal, sqliteFolder, sqlitePortal, temporaryFolder, vacuum } from "./support/portals.ts";
import type { Row } from "./support/row.ts";

const few = 10_000;
const many = 1_000_000;

async function onSqlite(): Promise<Row[]> {
  await using small = await sqlitePortal(few);
  await using large = await sqlitePortal(many);
  return [
    ...(await sqliteLookupsServed(await sqliteFolder(many), many)),
    await growth("SQLite", [small, few], [large, many]),
    ...(await staffList("SQLite", large)),
  ];
}

async function onPostgres(): Promise<Row[]> {
  await using folder = await temporaryFolder();
  const server = await startPostgres();
  try {
    const url = await createDatabase(server.url);
    await using small = await postgresPortal(await createDatabase(server.url), folder.path, few);
    await using large = await postgresPortal(url, folder.path, many);
    await vacuum(url);
    return [
      ...(await postgresLookupsServed(url, folder.path, many)),
      await growth("PostgreSQL", [small, few], [large, many]),
      ...(await staffList("PostgreSQL", large)),
    ];
  } finally {
    await server.stop();
  }
}

const suites = {
  start,
  pages,
  uploads,
  images: servedImages,
  memory: memoryUnderLoad,
  sqlite: onSqlite,
  postgres: onPostgres,
};

/** `npm run bench`, or `npm run bench -- sqlite start` for some of it; only a whole run is written down. */
const wanted = process.argv.slice(2);
const rows: Row[] = [];
for (const [name, suite] of Object.entries(suites)) {
  if (wanted.length === 0 || wanted.includes(name)) rows.push(...(await suite()));
}
console.table(rows);
if (wanted.length === 0) {
  await writeFile(new URL("results.json", import.meta.url), `${JSON.stringify({ rows }, null, 2)}\n`);
}
const missed = rows.filter(({ met }) => !met);
console.log(missed.length === 0 ? "Every target is met." : `${missed.length} of ${rows.length} targets are missed.`);
