import { cp } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { readConfig } from "#config";
import { openPortal } from "#server/open-portal.ts";
import { loadFor } from "../support/load.ts";
import { median } from "../support/measure.ts";
import { watchMemory } from "../support/memory.ts";
import { SECRET, sqliteFolder, sqlitePortal } from "../support/portals.ts";
import { publishDocument } from "../support/published-document.ts";
import { atMost, atMostTimes, type Row } from "../support/row.ts";
import { drawDocument } from "../support/documents.ts";
import { startServer } from "../support/server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { upload, uploadKey } from "../support/upload.ts";
import { shownNumbers } from "./lookups.ts";

/** More than the page cache of the database holds. */
const records = 100_000;
const connections = 8;
const uploadsAtOnce = 4;

/**
 * The memory of the server, without decoders, while lookups, images and uploads arrive as fast as they are answered. A
 * failed answer ends the measurement.
 */
export async function memoryUnderLoad(secondsOfLoad = 60): Promise<Row[]> {
  await using folder = await temporaryFolder();
  await copyRecords(folder.path);
  const environment = { DATA_DIR: folder.path, SECRET };
  const document = await drawDocument(1);
  const path = await publishedPath(environment, document);
  await using server = await startServer({ ...environment, UPLOAD_KEY: uploadKey });
  const over = AbortSignal.timeout(secondsOfLoad * 1000);
  const [seen] = await Promise.all([
    watchMemory(server.pid, over, 250),
    loadFor(server.url + path, { connections, until: delay(secondsOfLoad * 1000) }),
    lookUp(server.url, over),
    keepUploading(server.url, document, over),
  ]);
  return seen.length === 0 ? [] : rowsOf(seen);
}

async function copyRecords(folder: string): Promise<void> {
  const portal = await sqlitePortal(records);
  await portal[Symbol.asyncDispose]();
  await cp(await sqliteFolder(records), folder, { recursive: true });
}

async function publishedPath(environment: Record<string, string>, document: Buffer): Promise<string> {
  await using portal = await openPortal(readConfig(environment));
  const { path } = await publishDocument(portal, environment["DATA_DIR"] ?? "", document);
  return path;
}

async function lookUp(url: string, over: AbortSignal): Promise<void> {
  const numbers = shownNumbers(records);
  let at = 0;
  await several(connections, over, async () => {
    const body = new URLSearchParams({ number: String(numbers[at++ % numbers.length]) });
    const answer = await fetch(url, { method: "POST", body });
    if (!answer.ok) throw new Error(`a lookup was answered with ${answer.status}`);
    await answer.arrayBuffer();
  });
}

const keepUploading = (url: string, document: Buffer, over: AbortSignal): Promise<void> =>
  several(uploadsAtOnce, over, () => upload(url, document));

async function several(count: number, over: AbortSignal, work: () => Promise<void>): Promise<void> {
  const worker = async () => {
    while (!over.aborted) await work();
  };
  await Promise.all(Array.from({ length: count }, worker));
}

function rowsOf(seen: readonly number[]): Row[] {
  const third = Math.floor(seen.length / 3);
  const [second, last] = [seen.slice(third, 2 * third), seen.slice(2 * third)];
  return [
    atMost("memory under load, the most", "MB", Math.max(...seen), 350),
    atMostTimes("memory under load, last third against the second", "MB", median(last), median(second), 1.1),
  ];
}
