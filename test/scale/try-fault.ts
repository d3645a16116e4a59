import { setTimeout as delay } from "node:timers/promises";
import { newLedger } from "../faults/ledger.ts";
import { ask, timeUntil } from "../faults/member.ts";
import { findLostWrites } from "../faults/data-checks.ts";
import { type Crowd, newTally, type Tally, useUntil } from "./clients.ts";
import type { ServedSite } from "./served-site.ts";

export type Outcome = Tally & {
  acknowledged: number;
  /** The time from the first request that had to be retried to the last retry. */
  failingMs: number;
};

const beforeMs = 1500;
const afterMs = 2500;
const backWithinMs = 10_000;

/** Injects a fault into a site in use, and then looks for everything that was acknowledged. */
export async function tryFault(
  site: Pick<ServedSite, "member">,
  hurt: () => Promise<void>,
  crowd: Crowd,
): Promise<Outcome> {
  const [tally, ledger, stopped] = [newTally(), newLedger(), new AbortController()];
  const using = useUntil(stopped.signal, site.member, ledger, tally, crowd);
  await delay(beforeMs);
  await hurt();
  const serves = async () => (await ask(site.member, { path: "/User_Data?limit=1" }))?.status === 200;
  const backMs = await timeUntil(serves, 3 * backWithinMs);
  await delay(afterMs);
  stopped.abort();
  await using;
  if (backMs > backWithinMs) tally.failed.set(`back only after ${backMs} ms`, 1);
  tally.lost.push(...(await findLostWrites(site.member, ledger)));
  const failingMs = Math.max(0, tally.lastAt - tally.firstAt);
  return { ...tally, acknowledged: ledger.acknowledged, failingMs };
}

/** Describes what must not happen. With `isOnly`, the part exists only once: retries may get 503 or no response. */
export const problemsOf = (outcome: Outcome, isOnly = false): string[] => [
  ...outcome.lost.map((lost) => `lost: ${lost}`),
  ...[...outcome.failed]
    .filter(([what]) => !isOnly || !/: (503|no answer)$/.test(what))
    .map(([what, count]) => `${count} failed after one retry, ${what}`),
];
