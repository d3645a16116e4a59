import { setTimeout as delay } from "node:timers/promises";
import { sweepRequests } from "#operations/idempotency/sweep-requests.ts";
import { sweepImages } from "#operations/images/sweep-images.ts";
import { forgetOldLookups } from "#operations/lookups/forget-old-lookups.ts";
import { forgetMisses, shareMisses } from "#operations/lookups/share-misses.ts";
import { writeLookups } from "#operations/lookups/write-lookups.ts";
import type { Portal } from "#operations/portal.ts";
import { currentSettings } from "#operations/settings/current-settings.ts";

type Job = { everyMs: number; run: (portal: Portal, signal: AbortSignal) => Promise<unknown> };

const second = 1000;
const minute = 60 * second;

/** After a failure a job rests, so that an outage does not fill the log. */
const restMs = 5 * second;

/** Every process runs them; they do no harm to each other. */
const jobs: readonly Job[] = [
  { everyMs: 0.15 * second, run: writeLookups },
  { everyMs: second, run: shareMisses },
  // A lookup that finds nothing reads no settings, and still has to know the policy.
  { everyMs: second, run: currentSettings },
  { everyMs: 10 * minute, run: forgetMisses },
  { everyMs: 10 * minute, run: forgetOldLookups },
  { everyMs: 10 * minute, run: sweepImages },
  { everyMs: 60 * minute, run: sweepRequests },
];

/** Runs each job now and then until disposed, which waits for the step that is under way. */
export function runJobs(portal: Portal, report: (error: unknown) => void): AsyncDisposable {
  const underWay = new Map<Job, Promise<void>>();
  const stopping = new AbortController();
  const runOnce = async ({ run }: Job) => {
    try {
      await run(portal, stopping.signal);
    } catch (error) {
      report(error);
      await delay(restMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const start = (job: Job) => {
    if (underWay.has(job)) return;
    const done = runOnce(job).finally(() => underWay.delete(job));
    underWay.set(job, done);
  };
  for (const job of jobs) start(job);
  const timers = jobs.map((job) => setInterval(start, job.everyMs, job));
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort();
      for (const timer of timers) clearInterval(timer);
      await Promise.all(underWay.values());
    },
  };
}
