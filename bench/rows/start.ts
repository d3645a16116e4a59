import { setTimeout as delay } from "node:timers/promises";
import { median } from "../support/measure.ts";
import { anonymousMegabytes } from "../support/memory.ts";
import { atMost, type Row } from "../support/row.ts";
import { startServer } from "../support/server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** The time from the command to the first page, in a folder that was used before. Also the memory of an idle server. */
export async function start(): Promise<Row[]> {
  await using folder = await temporaryFolder();
  const times: number[] = [];
  for (let round = 0; round < 8; round += 1) {
    const begin = performance.now();
    await using _server = await startServer({ DATA_DIR: folder.path });
    if (round > 0) times.push(performance.now() - begin);
  }
  const idle = await idleMegabytes(folder.path);
  return [
    atMost("start to first answer", "ms", median(times), 300),
    ...(idle === null ? [] : [atMost("memory, idle, without pages of files", "MB", idle, 55)]),
  ];
}

async function idleMegabytes(folder: string): Promise<number | null> {
  const seen = [await idleOnce(folder), await idleOnce(folder), await idleOnce(folder)];
  return seen.includes(null) ? null : median(seen.filter((megabytes) => megabytes !== null));
}

async function idleOnce(folder: string): Promise<number | null> {
  await using server = await startServer({ DATA_DIR: folder });
  await delay(5000);
  return await anonymousMegabytes(server.pid);
}
