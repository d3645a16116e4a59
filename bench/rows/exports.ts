import { readConfig } from "#config";
import { openRecord } from "#operations/sealed/sealed-record.ts";
import { openPortal } from "#server/open-portal.ts";
import { recordsInOrder } from "#storage/database/records/records.ts";
import { median } from "../support/measure.ts";
import { watchMemory } from "../support/memory.ts";
import { sqliteFolder, SECRET } from "../support/portals.ts";
import { atLeast, atMostTimes, type Row } from "../support/row.ts";
import { startServerWithAdmin } from "../support/server.ts";

/** The records of the first weeks: a fifth of all. */
const days = "from=2025-01-01&to=2025-03-14";

export const sqliteTables = async (count: number): Promise<Row[]> =>
  exportedTables("SQLite", { DATA_DIR: await sqliteFolder(count), SECRET });

/**
 * Exports many records as a table over HTTP. Compared with reading as many in batches and opening them. Also measures
 * whether the server's memory grows.
 */
export async function exportedTables(engine: string, environment: Record<string, string>): Promise<Row[]> {
  const floor = await openRate(environment);
  await using server = await startServerWithAdmin(environment);
  const rows: Row[] = [];
  let records = 0;
  for (const format of ["csv", "xlsx"] as const) {
    const over = new AbortController();
    const seen = watchMemory(server.pid, over.signal, 100);
    const { ms, lines } = await takeTable({ url: server.url, cookie: server.cookie, format });
    over.abort();
    if (format === "csv") records = lines - 1;
    const memory = await seen;
    const third = Math.ceil(memory.length / 3);
    const [second, last] = [memory.slice(third, 2 * third), memory.slice(2 * third)];
    rows.push(
      atLeast(`records a second as ${format} on ${engine}`, "/s", (records * 1000) / ms, floor, 0.25),
      atMostTimes(`memory while a table goes out as ${format} on ${engine}`, "MB", median(last), median(second), 1.1),
    );
  }
  return rows;
}

const openedForFloor = 100_000;

async function openRate(environment: Record<string, string>): Promise<number> {
  await using portal = await openPortal(readConfig(environment));
  const start = performance.now();
  for (let after = 0, done = 0; done < openedForFloor;) {
    const rows = await recordsInOrder(portal.database.read, after, 500);
    done += rows.map((row) => openRecord(portal, row)).length;
    after = rows.at(-1)?.seq ?? after;
  }
  return (openedForFloor * 1000) / (performance.now() - start);
}

type ExportRequest = { url: string; cookie: string; format: "csv" | "xlsx" };

/** How long the whole table takes in milliseconds, and the number of its lines. */
async function takeTable({ url, cookie, format }: ExportRequest): Promise<{ ms: number; lines: number }> {
  const start = performance.now();
  const answer = await fetch(`${url}/dashboard/Export/table`, {
    method: "POST",
    body: new URLSearchParams({ format, back: `/dashboard/update?${days}` }),
    headers: { Cookie: cookie, Origin: url },
    redirect: "manual",
  });
  if (answer.status !== 200 || !answer.body) throw new Error(`the table was answered with ${answer.status}`);
  let lines = 0;
  for await (const part of answer.body) for (const byte of part) if (byte === newline) lines += 1;
  return { ms: performance.now() - start, lines };
}

const newline = 10;
