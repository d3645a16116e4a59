import { setTimeout as delay } from "node:timers/promises";
import { newLedger } from "../faults/ledger.ts";
import { ask, timeUntil } from "../faults/member.ts";
import { lostAt } from "../faults/what-is-lost.ts";
import { type Crowd, newTally, type Tally, useUntil } from "./clients.ts";
import type { ServedSite } from "./served-site.ts";

export type Outcome = Tally & {
  acknowledged: number;
  /** From the first to the last request that had to be asked again. */
  failingMs: number;
};

const beforeMs = 1500;
const afterMs = 2500;
const backWithinMs = 10_000;

/** Hurts a site that is used, and looks afterwards for all that was acknowledged. */
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
  tally.lost.push(...(await lostAt(site.member, ledger)));
  const failingMs = Math.max(0, tally.lastAt - tally.firstAt);
  return { ...tally, acknowledged: ledger.acknowledged, failingMs };
}

/** In words, what may not be: of a part of which there is but one, an answer other than 503 and a break that lasts. */
export const problemsOf = (outcome: Outcome, isOnly = false): string[] => [
  ...outcome.lost.map((lost) => `lost: ${lost}`),
  ...[...outcome.failed]
    .filter(([what]) => !isOnly || !/: (503|no answer)$/.test(what))
    .map(([what, count]) => `${count} failed after one retry, ${what}`),
];
