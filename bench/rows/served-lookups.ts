import { setTimeout as delay } from "node:timers/promises";
import { loadFor } from "../support/load.ts";
import { median } from "../support/measure.ts";
import { SECRET } from "../support/portals.ts";
import { atLeast, type Row } from "../support/row.ts";
import { type LookupServer, startLookupServer } from "../support/served-lookups.ts";
import { misses, shownNumbers } from "./lookups.ts";

const connections = 32;
const rounds = 9;
const roundMs = 1500;

export const sqliteLookupsServed = (folder: string, count: number): Promise<Row[]> =>
  lookupsServed("SQLite", { DATA_DIR: folder, SECRET }, count, 0.8);

export const postgresLookupsServed = (url: string, folder: string, count: number): Promise<Row[]> =>
  lookupsServed("PostgreSQL", { DATABASE_URL: url, DATA_DIR: folder, SECRET }, count, 0.85);

/** Lookups as strangers make them, over HTTP, with the lookup log on and limits that nobody reaches. */
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
  await using answering = await startLookupServer("answering", environment, bytes);
  const hits = await ratesOf({ portal, bare, answering }, asked.hits, 200);
  const missed = await ratesOf({ portal, bare }, asked.misses, 404);
  return [
    atLeast(`GET /result/{n} on ${engine}, hits`, "/s", hits.portal, hits.bare, target),
    atLeast(`GET /result/{n} on ${engine}, misses`, "/s", missed.portal, missed.bare, target),
    atLeast(
      `GET /result/{n} on ${engine}, hits, against the same bytes alone`,
      "/s",
      hits.portal,
      hits.answering,
      0.25,
    ),
  ];
}

const pathOf = (number: string) => `/result/${number}`;

/** Several servers in turn, so that a noisy machine is noisy for all of them; the median rate of each. */
async function ratesOf<Name extends string>(
  servers: Record<Name, LookupServer>,
  paths: readonly string[],
  status: number,
): Promise<Record<Name, number>> {
  const names = Object.keys(servers) as Name[];
  const rates = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const expected = name === "answering" ? 200 : status;
      const { latencies } = await loadFor(servers[name].url, {
        connections,
        paths,
        status: expected,
        until: delay(roundMs),
      });
      // The first round warms up.
      if (round > 0) rates[name].push((latencies.length * 1000) / roundMs);
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(rates[name])])) as Record<Name, number>;
}
