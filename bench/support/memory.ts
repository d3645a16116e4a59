import { readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";

/** The resident memory of a process. Null on systems other than Linux. */
export async function residentMegabytes(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(status)?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) / 1024;
}

/**
 * The memory that a process has for itself, without pages of files: several servers share Node's. Null on systems other
 * than Linux.
 */
export async function anonymousMegabytes(pid: number): Promise<number | null> {
  const sums = await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => "");
  const kilobytes = /^Anonymous:\s+(\d+)/m.exec(sums)?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) / 1024;
}

export async function watchMemory(pid: number, over: AbortSignal, everyMs: number): Promise<number[]> {
  const seen: number[] = [];
  while (!over.aborted) {
    await delay(everyMs);
    const megabytes = await residentMegabytes(pid);
    if (megabytes !== null) seen.push(megabytes);
  }
  return seen;
}

/** The most megabytes until a promise settles, asked fifty times a second. */
export async function mostMeanwhile(now: () => Promise<number | null>, until: Promise<unknown>): Promise<number> {
  let most = 0;
  let isOver = false;
  const ended = until.finally(() => (isOver = true));
  while (!isOver) {
    most = Math.max(most, (await now()) ?? 0);
    await Promise.race([ended, delay(20)]);
  }
  await ended;
  return most;
}
