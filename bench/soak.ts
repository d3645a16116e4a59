// Ten minutes of five hundred lookups a second with uploads beside them: memory stays, and nothing fails on our side.
// `node bench/soak.ts 1` for one minute.
import { setTimeout as delay } from "node:timers/promises";
import { readConfig } from "#config";
import { openPortal } from "#server/open-portal.ts";
import { shownNumbers } from "./rows/lookups.ts";
import { fillDatabase } from "./support/fill-database.ts";
import { residentMegabytes } from "./support/memory.ts";
import { SECRET } from "./support/portals.ts";
import { drawDocument } from "./support/scans.ts";
import { startLookupServer } from "./support/served-lookups.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const minutes = Number(process.argv[2] ?? 10);
const lookupsInSecond = 500;
const uploads = 20;
const records = 10_000;
const uploadKey = "the key of the soak";

const statuses = new Map<string, number>();
const count = (what: string) => statuses.set(what, (statuses.get(what) ?? 0) + 1);

async function ask(what: string, url: string, request: RequestInit = {}): Promise<void> {
  try {
    const answer = await fetch(url, request);
    await answer.arrayBuffer();
    count(`${what} ${answer.status}`);
  } catch {
    count(`${what} without answer`);
  }
}

/** Every 20 ms as many as are due, whether the ones before are answered or not. */
async function lookUpUntil(end: number, url: string): Promise<void> {
  const numbers = shownNumbers(records);
  const start = performance.now();
  const underWay = new Set<Promise<void>>();
  for (let sent = 0; performance.now() < end;) {
    const due = ((performance.now() - start) * lookupsInSecond) / 1000;
    for (; sent < due; sent += 1) {
      const number = sent % 5 === 0 ? `Z${sent}0000` : numbers[sent % numbers.length];
      const asking = ask("lookup", `${url}/result/${number}`);
      underWay.add(asking);
      void asking.finally(() => underWay.delete(asking));
    }
    await delay(20);
  }
  await Promise.all(underWay);
}

async function uploadUntil(end: number, url: string): Promise<void> {
  const scan = new Uint8Array(await drawDocument(1));
  const pause = ((end - performance.now()) / uploads) * 0.9;
  for (let sent = 0; sent < uploads && performance.now() < end; sent += 1) {
    const body = new FormData();
    body.append("image", new Blob([scan]), "scan.jpg");
    await ask("upload", `${url}/images?key=${encodeURIComponent(uploadKey)}`, { method: "POST", body });
    await delay(pause);
  }
}

async function watchMemory(end: number, pid: number): Promise<number[]> {
  const seen: number[] = [];
  const pause = Math.max(1000, (end - performance.now()) / 20);
  while (performance.now() < end) {
    await delay(pause);
    seen.push(Math.round((await residentMegabytes(pid)) ?? 0));
    console.error(`${seen.at(-1)} MB`);
  }
  return seen;
}

await using folder = await temporaryFolder();
{
  await using portal = await openPortal(readConfig({ DATA_DIR: folder.path, SECRET }));
  await fillDatabase(portal, records);
}
await using server = await startLookupServer("portal", { DATA_DIR: folder.path, SECRET, UPLOAD_KEY: uploadKey });
const end = performance.now() + minutes * 60_000;
const [memory] = await Promise.all([
  watchMemory(end, server.pid),
  lookUpUntil(end, server.url),
  uploadUntil(end, server.url),
]);
console.log({ minutes, memoryMegabytes: { first: memory[0], last: memory.at(-1), most: Math.max(...memory) } });
console.log(Object.fromEntries(statuses));
const failed = [...statuses].filter(([what]) => / 5\d\d$| without answer$/.test(what));
process.exitCode = failed.length === 0 ? 0 : 1;
