import { setTimeout as delay } from "node:timers/promises";
import { removeLocalBackups } from "#operations/backups/remove-local-backups.ts";
import { beginDueBackup } from "#operations/backups/scheduled-backups.ts";
import { writeLedger } from "#operations/backups/write-ledger.ts";
import { sweepRequests } from "#operations/do-once.ts";
import { sweepDrafts } from "#operations/drafts/change-draft.ts";
import { sweepCounters } from "#operations/shared-limits.ts";
import { sweepImages } from "#operations/images/remove-images.ts";
import {
  deleteOldLookups,
  writeLookups,
  deleteOldMissCounts,
  syncMissCounts,
} from "#operations/lookups/flush-lookups.ts";
import { deliverMails, type Round } from "#operations/mails/mail-queue.ts";
import type { Portal, PortalEvents } from "#operations/portal.ts";
import { deleteOldReports } from "#operations/reports/handle-report.ts";
import { currentSettings } from "#operations/settings/current-settings.ts";

type Job = {
  everyMs: number;
  /** Also after this event in this process. */
  at?: keyof PortalEvents;
  run: (portal: Portal, round: Round) => Promise<unknown>;
  /** How long it waits after each failure in a row, of which only the first is reported. */
  pausesMs?: readonly number[];
};

const second = 1000;
const minute = 60 * second;

/** The pause after a failure, so that an outage does not fill the log. */
const pauseMs = 5 * second;

/** How long running jobs may take once the portal stops. */
const gracePeriodMs = 2000;

/** Every process runs them; they are safe to run in parallel. */
const jobs: readonly Job[] = [
  { everyMs: 0.15 * second, run: (portal) => writeLookups(portal) },
  { everyMs: second, run: (portal) => syncMissCounts(portal) },
  // A lookup that finds nothing reads no settings, and still has to know the policy.
  { everyMs: second, run: (portal) => currentSettings(portal) },
  { everyMs: minute, at: "mail-queued", run: deliverMails },
  { everyMs: minute, run: (portal, { report }) => beginDueBackup(portal, report) },
  {
    everyMs: minute,
    at: "erasure-noted",
    run: (portal, { stopping }) => writeLedger(portal, stopping),
    pausesMs: [minute, 5 * minute, 15 * minute, 60 * minute],
  },
  { everyMs: 10 * minute, run: ({ database }) => database.forgetDeleted() },
  { everyMs: 10 * minute, run: (portal) => deleteOldMissCounts(portal) },
  { everyMs: 10 * minute, run: (portal, { stopping }) => deleteOldLookups(portal, stopping) },
  { everyMs: 10 * minute, run: (portal, { stopping }) => sweepImages(portal, stopping) },
  { everyMs: 10 * minute, run: (portal, { stopping }) => sweepCounters(portal, stopping) },
  { everyMs: 10 * minute, run: ({ accounts }, { stopping }) => accounts.sweep(stopping) },
  { everyMs: 60 * minute, run: (portal) => sweepDrafts(portal) },
  { everyMs: 60 * minute, run: (portal) => sweepRequests(portal) },
  { everyMs: 60 * minute, run: (portal) => removeLocalBackups(portal) },
  { everyMs: 60 * minute, run: (portal, { stopping }) => deleteOldReports(portal, stopping) },
];

/** Runs each job at its interval until disposed. Disposing waits for running steps. */
export function runJobs(portal: Portal, report: (error: unknown) => void): AsyncDisposable {
  const stopping = new AbortController();
  const cutting = new AbortController();
  const round = { stopping: stopping.signal, cut: cutting.signal, report };
  const running = jobs.map((job) => startJob(portal, job, round));
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort();
      const cut = setTimeout(() => cutting.abort(), gracePeriodMs);
      await Promise.all(running.map((job) => job[Symbol.asyncDispose]()));
      clearTimeout(cut);
    },
  };
}

/** Runs a job and pauses after a failure. */
function runner(portal: Portal, { run, pausesMs = [] }: Job, round: Round): () => Promise<void> {
  let failures = 0;
  let silentUntil = 0;
  return async () => {
    if (performance.now() < silentUntil) return;
    try {
      await run(portal, round);
      failures = 0;
    } catch (error) {
      const silentMs = pausesMs[Math.min(failures, pausesMs.length - 1)];
      if (silentMs === undefined || failures === 0) round.report(error);
      failures += 1;
      silentUntil = performance.now() + (silentMs ?? 0);
      await delay(pauseMs, undefined, { signal: round.stopping }).catch(() => undefined);
    }
  };
}

/** One run at a time. An event during a run starts one more after it. */
function startJob(portal: Portal, job: Job, round: Round): AsyncDisposable {
  const { everyMs, at } = job;
  const runOnce = runner(portal, job, round);
  let isDue = false;
  let underWay: Promise<void> | null = null;
  const runWhileDue = async () => {
    while (isDue && !round.stopping.aborted) {
      isDue = false;
      await runOnce();
    }
    underWay = null;
  };
  const start = () => {
    isDue = true;
    underWay ??= runWhileDue();
  };
  const timer = setInterval(start, everyMs);
  if (at) portal.events.on(at, start);
  start();
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      if (at) portal.events.off(at, start);
      await underWay;
    },
  };
}
