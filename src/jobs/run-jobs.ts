import { sweepImages } from "#operations/images/sweep-images.ts";
import type { Portal } from "#operations/portal.ts";

type Job = { everyMs: number; run: (portal: Portal, signal: AbortSignal) => Promise<unknown> };

const minute = 60_000;

/** Every process runs them; they do no harm to each other. */
const jobs: readonly Job[] = [{ everyMs: 10 * minute, run: sweepImages }];

/** Runs each job now and then until disposed, which waits for the step that is under way. */
export function runJobs(portal: Portal, report: (error: unknown) => void): AsyncDisposable {
  const underWay = new Set<Promise<void>>();
  const stopping = new AbortController();
  const start = ({ run }: Job) => {
    const done = run(portal, stopping.signal).then(() => undefined, report);
    underWay.add(done);
    void done.finally(() => underWay.delete(done));
  };
  for (const job of jobs) start(job);
  const timers = jobs.map((job) => setInterval(start, job.everyMs, job));
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort();
      for (const timer of timers) clearInterval(timer);
      await Promise.all(underWay);
    },
  };
}
