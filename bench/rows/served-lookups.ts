import { servedRate } from "../support/load.ts";
import { interleavedMedians } from "../support/measure.ts";
import { SECRET } from "../support/portals.ts";
import { atLeast, type Row } from "../support/row.ts";
import { startLookupServer } from "../support/served-lookups.ts";
import { misses, shownNumbers } from "./lookups.ts";

export const connections = 32;
const rounds = 9;

export const sqliteLookupsServed = (folder: string, count: number): Promise<Row[]> =>
  lookupsServed("SQLite", { DATA_DIR: folder, SECRET }, count, 0.8);

export const postgresLookupsServed = (url: string, folder: string, count: number): Promise<Row[]> =>
  lookupsServed("PostgreSQL", { DATABASE_URL: url, DATA_DIR: folder, SECRET }, count, 0.85);

/** Lookups over HTTP as visitors make them, with the lookup log on and limits that are never reached. */
async function lookupsServed(
  engine: string,
  environment: Record<string, string>,
  count: number,
  target: number,
): Promise<Row[]> {
  const asked = { hits: shownNumbers(count).map(pathOf), misses: misses.map(pathOf) };
  await using portal = await startLookupServer("portal", environment);
  await using bare = await startLookupServer("bare", environment);
  const bytes = (await (await fetch(portal.url + asked.hits[0])).arrayBuffer()).byteLength;
  await using answering = await startLookupServer("answering", environment, String(bytes));
  const hits = await interleavedMedians(
    {
      portal: () => servedRate(portal.url, { connections, paths: asked.hits }),
      bare: () => servedRate(bare.url, { connections, paths: asked.hits }),
      answering: () => servedRate(answering.url, { connections, paths: asked.hits }),
    },
    rounds,
  );
  const missed = await interleavedMedians(
    {
      portal: () => servedRate(portal.url, { connections, paths: asked.misses, status: 404 }),
      bare: () => servedRate(bare.url, { connections, paths: asked.misses, status: 404 }),
    },
    rounds,
  );
  return [
    atLeast(`GET /result/{n} on ${engine}, hits`, "/s", hits.portal, hits.bare, target),
    atLeast(`GET /result/{n} on ${engine}, misses`, "/s", missed.portal, missed.bare, target),
    atLeast(
      `GET /result/{n} on ${engine}, hits, against the same bytes alone`,
      "/s",
      hits.portal,
      hits.answering,
      0.12,
    ),
  ];
}

export const pathOf = (number: string) => `/result/${number}`;
