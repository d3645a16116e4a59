import { namesOf } from "#demo/invent-people.ts";
import { fillLookups } from "../support/fill-lookups.ts";
import { SECRET, sqliteFolder, sqlitePortal } from "../support/portals.ts";
import { p99AtMost, type Row } from "../support/row.ts";
import { startServerWithAdmin } from "../support/server.ts";

const page = "/dashboard/update";
/** Costs nothing to answer: its times show how long the machine was busy with something else. */
const least = "/healthz";
/** `rowsOnPage` of the list. */
const rowsOnPage = 30;
const rounds = 150;
const warmUps = 5;
const pagesDown = 20;
/** The number of lookups, which the overview counts. */
export const lookupCount = 10_000_000;
const overview = "/dashboard";

/**
 * The list of a million records, as an admin's browser requests it. The folder with the records and the admin stays.
 */
export async function sqliteStaffTable(count: number): Promise<Row[]> {
  const portal = await sqlitePortal(count);
  await fillLookups(portal, lookupCount);
  await portal[Symbol.asyncDispose]();
  return staffTable("SQLite", { DATA_DIR: await sqliteFolder(count), SECRET });
}

/** Requests the list over HTTP as a document, and as data for a browser that is on the page already. */
export async function staffTable(engine: string, environment: Record<string, string>): Promise<Row[]> {
  await using server = await startServerWithAdmin(environment);
  const headers = { Cookie: server.cookie, "Accept-Encoding": "br" };
  const ask = async (address: string) => {
    const start = performance.now();
    const answer = await fetch(server.url + address, { headers, redirect: "manual" });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${address} answered ${answer.status}`);
    return { text, ms: performance.now() - start };
  };
  const questions = await questionsFor(ask);
  const leastTimes: number[] = [];
  const times = new Map(questions.map(({ name }) => [name, [] as number[]]));
  for (let round = -warmUps; round < rounds; round += 1) {
    for (const { name, address } of questions) {
      const { ms } = await ask(address);
      if (round >= 0) times.get(name)?.push(ms);
    }
    const { ms } = await ask(least);
    if (round >= 0) leastTimes.push(ms);
  }
  return [...times].map(([name, ms]) =>
    p99AtMost(`staff table on ${engine} over HTTP, ${name}`, "ms", ms, { floor: leastTimes, target: 100 }),
  );
}

type Ask = (address: string) => Promise<{ text: string }>;

/** Checks that each page shows the expected rows, so that a quick refusal does not count as an answer. */
async function questionsFor(ask: Ask): Promise<{ name: string; address: string }[]> {
  const searched = (search: string) => `?${new URLSearchParams({ search }).toString()}`;
  const asked = {
    "first page by name": { query: "", rows: rowsOnPage },
    "first page by time added": { query: "?sort=added", rows: rowsOnPage },
    "first page by time changed": { query: "?sort=changed", rows: rowsOnPage },
    [`page ${pagesDown + 1} by name`]: { query: await queryFurtherDown(ask), rows: rowsOnPage },
    "search: nobody": { query: searched(namesOf.nobody), rows: 0 },
    "search: twenty": { query: searched(namesOf.twenty), rows: 1 },
    "search: 1 %": { query: searched(namesOf.onePercent), rows: rowsOnPage },
    "search: 30 %": { query: searched(namesOf.thirtyPercent), rows: rowsOnPage },
  };
  for (const { query, rows } of Object.values(asked)) {
    const { text } = await ask(page + query);
    const shown = text.split("data-row=").length - 1;
    if (shown < rows || (rows === 0 && shown > 0)) throw new Error(`${page}${query} shows ${shown} rows`);
  }
  const { text } = await ask(overview);
  if (!text.includes("<figure")) throw new Error("the overview shows no lookups");
  return [
    ...Object.entries(asked).flatMap(([name, { query }]) => [
      { name: `${name}, document`, address: page + query },
      { name: `${name}, in place`, address: `${page}.data${query}` },
    ]),
    { name: "overview, document", address: overview },
    { name: "overview, in place", address: `${overview}.data` },
  ];
}

async function queryFurtherDown(ask: Ask): Promise<string> {
  let query = "";
  for (let turned = 0; turned < pagesDown; turned += 1) {
    const { text } = await ask(page + query);
    const next = /href="\/dashboard\/update(\?cursor=[^"]+)"/.exec(text)?.[1];
    if (next === undefined) throw new Error(`page ${turned + 1} of the list leads to no next one`);
    query = next.replaceAll("&amp;", "&");
  }
  return query;
}
