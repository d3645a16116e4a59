import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { median } from "../support/measure.ts";
import { atMost, type Row } from "../support/row.ts";

const port = 3987;

/** From the command to the first answer, in a folder that has been used before; and the memory of doing nothing. */
export async function start(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), "attestry-bench-"));
  const times: number[] = [];
  let idle = 0;
  for (let round = 0; round < 8; round += 1) {
    const begin = performance.now();
    const child = spawn(process.execPath, ["src/main.ts", "start"], {
      env: { PATH: process.env["PATH"], DATA_DIR: folder, PORT: String(port) },
      stdio: "ignore",
    });
    await firstAnswer();
    if (round > 0) times.push(performance.now() - begin);
    await delay(round === 7 ? 3000 : 0);
    idle = await residentMegabytes(Number(child.pid));
    child.kill("SIGTERM");
    await once(child, "exit");
  }
  await rm(folder, { recursive: true });
  return [
    atMost("start to first answer", "ms", median(times), 600),
    ...(Number.isNaN(idle) ? [] : [atMost("memory, idle", "MB", idle, 120)]),
  ];
}

async function firstAnswer(): Promise<void> {
  for (let attempt = 0; attempt < 2000; attempt += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => null);
    if (answer?.ok) return;
    await delay(5);
  }
  throw new Error("the server did not answer within ten seconds");
}

/** As Linux counts it; elsewhere there is no row. */
async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? Number.NaN) / 1024;
}
