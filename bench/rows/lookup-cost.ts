import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { bareSqliteLookup } from "../support/bare-lookup.ts";
import { loadFor, roundSeconds } from "../support/load.ts";
import { interleavedMedians, processorMs } from "../support/measure.ts";
import { SECRET, sqliteFolder, sqlitePortal } from "../support/portals.ts";
import { atMostTimes, type Row } from "../support/row.ts";
import { type LookupServer, startLookupServer } from "../support/served-lookups.ts";
import { connections, pathOf } from "./served-lookups.ts";
import { lookUp, misses, shownNumbers } from "./lookups.ts";

const count = 10_000;
const rounds = 9;

/** The processor time of a lookup, beside the floor's. It says more than a rate on a machine that others use. */
export async function lookupCost(): Promise<Row[]> {
  await using portal = await sqlitePortal(count);
  const folder = await sqliteFolder(count);
  const numbers = shownNumbers(count);
  const bare = bareSqliteLookup(join(folder, "attestry.db"), portal.keyring);
  const called = await interleavedMedians(
    {
      hit: costOver(numbers, lookUp(portal)),
      bareHit: costOver(numbers, bare),
      miss: costOver(misses, lookUp(portal)),
      bareMiss: costOver(misses, bare),
    },
    rounds * 3,
  );
  await using ours = await startLookupServer("portal", { DATA_DIR: folder, SECRET });
  await using floor = await startLookupServer("bare", { DATA_DIR: folder, SECRET });
  const served = await interleavedMedians(
    {
      hit: servedCost(ours, numbers, 200),
      bareHit: servedCost(floor, numbers, 200),
      miss: servedCost(ours, misses, 404),
      bareMiss: servedCost(floor, misses, 404),
    },
    rounds,
  );
  return [
    atMostTimes("processor time of the operation, a hit", "µs", called.hit, called.bareHit, 1.14),
    atMostTimes("processor time of the operation, a miss", "µs", called.miss, called.bareMiss, 1.09),
    atMostTimes("processor time of GET /result/{n}, a hit", "µs", served.hit, served.bareHit, 1.25),
    atMostTimes("processor time of GET /result/{n}, a miss", "µs", served.miss, served.bareMiss, 1.25),
  ];
}

function costOver(numbers: readonly string[], ask: (number: string) => unknown): () => Promise<number> {
  const atOnce = 5000;
  let at = 0;
  return async () => {
    const before = process.cpuUsage();
    for (let done = 0; done < atOnce; done += 1) await ask(String(numbers[at++ % numbers.length]));
    const { user, system } = process.cpuUsage(before);
    return (user + system) / atOnce;
  };
}

const servedCost = (server: LookupServer, numbers: readonly string[], status: number) => async () => {
  const before = await processorMs(server.pid);
  const until = delay(roundSeconds * 1000);
  const { latencies } = await loadFor(server.url, { connections, paths: numbers.map(pathOf), status, until });
  return (((await processorMs(server.pid)) - before) * 1000) / latencies.length;
};

/** Shows the same rows of the last release, if there is one, measured by its own program in a checkout of its own. */
export function showCostOfRelease(): void {
  const [tag] = git("tag", "--list", "v*", "--sort=-v:refname", "--merged", "HEAD^").split("\n");
  if (!tag) return;
  const checkout = join(import.meta.dirname, "../../.bench", tag);
  if (!existsSync(checkout)) git("worktree", "add", "--detach", checkout, tag);
  console.log(`${tag}:`);
  execFileSync("node", ["tools/ready.mjs", "bench", "lookup-cost"], { cwd: checkout, stdio: "inherit" });
}

const git = (...args: string[]): string =>
  execFileSync("git", args, { cwd: import.meta.dirname, encoding: "utf8" }).trim();
