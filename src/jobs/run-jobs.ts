import { setTimeout as delay } from "node:timers/promises";
import { minuteMs as minute, secondMs as second } from "#core/durations.ts";
import { pauseAfter } from "#core/backoff.ts";
import { type Feature, isOn } from "#core/settings/features.ts";
import { readPhotos } from "#operations/accounts/photos.ts";
import { followAuditLog } from "#operations/alerts/follow-audit-log.ts";
import { mailAlerts, noteDailyAlerts } from "#operations/alerts/mail-alerts.ts";
import { trySavingAgain } from "#operations/upkeep/check-ready.ts";
import { runRequestedCheck } from "#operations/upkeep/check-chain.ts";
import { removeLocalBackups } from "#operations/backups/remove-local-backups.ts";
import { beginDueBackup } from "#operations/backups/scheduled-backups.ts";
import { beginDueCheck } from "#operations/backups/scheduled-checks.ts";
import { writeLedger } from "#operations/backups/write-ledger.ts";
import { deleteOldRuns, executeDueDryRuns, executeDueRuns } from "#operations/run-work/due-runs.ts";
import { sweepRequests } from "#operations/portal/do-once.ts";
import { sweepDrafts } from "#operations/drafts/change-draft.ts";
import { deleteOldPresentations } from "#operations/holders/ask-wallet.ts";
import { sweepCounters } from "#operations/portal/shared-limits.ts";
import { fillOwnIndex } from "#operations/upkeep/fill-own-index.ts";
import { foldNamesAnew } from "#operations/upkeep/fold-names-anew.ts";
import { rehashFiles } from "#operations/upkeep/same-files.ts";
import { applyDueChanges } from "#operations/decisions/decide-change.ts";
import { deleteOldHolderLinks } from "#operations/holders/holder-links.ts";
import { deleteOldShareCodes } from "#operations/holders/share-codes.ts";
import { tellHolders } from "#operations/holders/tell-holders.ts";
import { sweepImages, sweepTempFiles, sweepUploads } from "#operations/images/remove-images.ts";
import {
  deleteOldLookups,
  writeLookups,
  deleteOldMissCounts,
  syncMissCounts,
} from "#operations/lookups/flush-lookups.ts";
import { writeLookupDays } from "#operations/records/lookup-days.ts";
import { compareLog } from "#operations/upkeep/compare-log.ts";
import { signCheckpoint } from "#operations/log/checkpoints.ts";
import { mailCheckpoint } from "#operations/log/mail-checkpoint.ts";
import { askWitnesses } from "#operations/log/ask-witnesses.ts";
import { writeCopyAtBackups } from "#operations/log/outside-copies.ts";
import { deliverMails } from "#operations/mails/mail-queue.ts";
import { countRecordStates } from "#operations/overview/record-states.ts";
import { emptyOwn } from "#operations/own-fields/delete-own-values.ts";
import { readFalseNumbers } from "#operations/reports/read-false-numbers.ts";
import type { Portal, PortalEvents } from "#operations/portal/portal.ts";
import { beat, forgetDeadProcesses, freeJobs, leave, runShared, type SharedJob } from "#operations/portal/processes.ts";
import { followClock, isClockSteady } from "#operations/portal/steady-clock.ts";
import type { DeliverySignals } from "#operations/portal/queue.ts";
import { readRegistersAgain } from "#operations/registers/believed-registers.ts";
import { reviewRetention } from "#operations/retention/review-retention.ts";
import { deleteEndedMarks } from "#operations/reports/false-numbers.ts";
import { deleteOldReports } from "#operations/reports/handle-report.ts";
import { settleRevisions } from "#operations/revisions/settle-revisions.ts";
import { sweepStatements } from "#operations/proofs/sweep-statements.ts";
import { currentSettings } from "#operations/portal/current-settings.ts";
import { deleteOldToldAnswers, tellOrganisations } from "#operations/desk/tell-organisations.ts";
import { deleteOldWatches, tellWatchers } from "#operations/watches/tell-watchers.ts";
import { deleteOldDeliveries, deliverWebhooks } from "#operations/alerts/deliver-webhooks.ts";

type Job = {
  everyMs: number;
  /** The job also runs after this event in this process. */
  at?: keyof PortalEvents;
  /** Without this feature the job does nothing. What it has to do waits, or is deleted when its time is over. */
  feature?: Feature;
  run: (portal: Portal, stopping: AbortSignal, signals: DeliverySignals) => Promise<unknown>;
  /** It deletes what people made for its age: not while the clock has just jumped. Lookups are deleted in any case. */
  destroys?: boolean;
  /** The pauses after failures in a row. If they are set, only the first of these failures is reported. */
  pausesMs?: readonly number[];
};

/** The default pause after a failure, so that an outage does not fill the log. */
const pauseMs = 5 * second;

/** The pauses of jobs that need another place, which may be away for hours. */
const outagePauses = [minute, 5 * minute, 15 * minute, 60 * minute];

/** How long running jobs may take once the portal stops. Then the signal `cut` is aborted. */
const gracePeriodMs = 2000;

/**
 * Every process runs these jobs, because they concern its own memory or disk. Mails are claimed one by one, so that all
 * processes can send them.
 */
const ownJobs: readonly Job[] = [
  { everyMs: 0.15 * second, run: writeLookups },
  { everyMs: second, run: syncMissCounts },
  { everyMs: 10 * second, run: writeLookupDays },
  // A lookup that finds nothing reads no settings, but still has to know the lookup policy.
  { everyMs: second, run: currentSettings },
  { everyMs: second, run: readFalseNumbers },
  { everyMs: 5 * second, run: trySavingAgain },
  { everyMs: minute, at: "mail-queued", run: (portal, _, signals) => deliverMails(portal, signals) },
  // If a process is killed, another process finds and continues its work.
  { everyMs: 10 * second, at: "bulk-run-begun", run: (portal, _, signals) => executeDueRuns(portal, signals) },
  { everyMs: 10 * second, at: "bulk-run-begun", run: (portal, _, signals) => executeDueDryRuns(portal, signals) },
  { everyMs: 10 * second, at: "audit-check-begun", run: (portal, _, signals) => runRequestedCheck(portal, signals) },
  { everyMs: 60 * minute, run: sweepTempFiles },
  { everyMs: 60 * minute, destroys: true, run: removeLocalBackups },
  { everyMs: minute, run: forgetDeadProcesses },
];

/**
 * Only one of all processes runs these jobs at their intervals. After an event, the job runs in the process of the event.
 * This is safe in parallel.
 */
export const sharedJobs: readonly (Job & SharedJob)[] = [
  { name: "follow-clock", everyMs: 60 * minute, run: followClock },
  { name: "retention", everyMs: 10 * minute, run: (portal, _, signals) => reviewRetention(portal, signals) },
  { name: "begin-backup", everyMs: minute, run: (portal, _, { report }) => beginDueBackup(portal, report) },
  { name: "begin-backup-check", everyMs: minute, run: (portal, _, { report }) => beginDueCheck(portal, report) },
  { name: "write-ledger", everyMs: minute, at: "erasure-noted", run: writeLedger, pausesMs: outagePauses },
  { name: "checkpoint-to-backups", everyMs: minute, run: writeCopyAtBackups, pausesMs: outagePauses },
  { name: "held-changes", everyMs: minute, run: applyDueChanges },
  {
    name: "empty-own-fields",
    everyMs: 10 * second,
    at: "own-values-asked",
    run: emptyOwn,
  },
  { name: "settle-revisions", everyMs: 10 * second, run: settleRevisions },
  { name: "sign-checkpoint", everyMs: 5 * second, run: signCheckpoint, pausesMs: [minute] },
  { name: "ask-witnesses", everyMs: 10 * second, run: (portal, _, { cut }) => askWitnesses(portal, cut) },
  { name: "compare-log", everyMs: 60 * minute, run: compareLog, pausesMs: [60 * minute] },
  {
    name: "read-registers",
    everyMs: 5 * minute,
    feature: "registers",
    run: (portal, _, { cut }) => readRegistersAgain(portal, cut),
  },
  { name: "mail-checkpoint", everyMs: 10 * minute, feature: "statements", run: mailCheckpoint },
  {
    name: "alerts",
    everyMs: 10 * second,
    run: async (portal, stopping) => {
      await noteDailyAlerts(portal);
      await followAuditLog(portal, stopping);
      await mailAlerts(portal, stopping);
    },
  },
  { name: "tell-holders", everyMs: 10 * second, feature: "holders", run: tellHolders },
  {
    name: "webhooks",
    everyMs: minute,
    at: "webhook-queued",
    run: (portal, _, signals) => deliverWebhooks(portal, signals),
  },
  { name: "delete-deliveries", everyMs: 60 * minute, destroys: true, run: deleteOldDeliveries },
  { name: "forget-deleted", everyMs: 10 * minute, run: ({ database }) => database.forgetDeleted() },
  { name: "delete-miss-counts", everyMs: 10 * minute, run: deleteOldMissCounts },
  { name: "delete-lookups", everyMs: 10 * minute, run: deleteOldLookups },
  { name: "sweep-uploads", everyMs: 10 * minute, destroys: true, run: sweepUploads },
  { name: "sweep-images", everyMs: 10 * minute, run: sweepImages },
  { name: "rehash-files", everyMs: minute, run: rehashFiles },
  { name: "fill-own-index", everyMs: 10 * second, run: (portal, stopping) => fillOwnIndex(portal, stopping) },
  { name: "fold-names-anew", everyMs: 24 * 60 * minute, run: foldNamesAnew },
  { name: "sweep-statements", everyMs: minute, run: sweepStatements },
  {
    name: "sweep-counters",
    everyMs: 10 * minute,
    run: async (portal, stopping) => {
      await sweepCounters(portal, stopping);
      await deleteOldPresentations(portal);
    },
  },
  {
    name: "sweep-accounts",
    everyMs: 10 * minute,
    destroys: true,
    run: ({ accounts }, stopping) => accounts.sweep(stopping),
  },
  { name: "count-records", everyMs: minute, run: (portal, stopping) => countRecordStates(portal, stopping) },
  { name: "sweep-drafts", everyMs: 60 * minute, destroys: true, run: sweepDrafts },
  { name: "sweep-requests", everyMs: 60 * minute, destroys: true, run: sweepRequests },
  { name: "delete-bulk-runs", everyMs: 60 * minute, destroys: true, run: deleteOldRuns },
  { name: "delete-holder-links", everyMs: 60 * minute, destroys: true, run: deleteOldHolderLinks },
  { name: "delete-share-codes", everyMs: 60 * minute, destroys: true, run: deleteOldShareCodes },
  { name: "read-photos", everyMs: 10 * second, run: (portal, _, signals) => readPhotos(portal, signals) },
  { name: "tell-watchers", everyMs: 10 * second, run: tellWatchers },
  { name: "tell-organisations", everyMs: 10 * second, feature: "desk", run: tellOrganisations },
  { name: "delete-told-answers", everyMs: 60 * minute, destroys: true, run: deleteOldToldAnswers },
  { name: "delete-watches", everyMs: 60 * minute, destroys: true, run: deleteOldWatches },
  { name: "delete-reports", everyMs: 60 * minute, destroys: true, run: deleteOldReports },
  { name: "delete-false-numbers", everyMs: 60 * minute, destroys: true, run: deleteEndedMarks },
];

/** Runs each job at its interval until disposed. Disposing waits for running steps. */
export function runJobs(portal: Portal, report: (error: unknown) => void): AsyncDisposable {
  const stopping = new AbortController();
  const cutting = new AbortController();
  const signals = { stopping: stopping.signal, cut: cutting.signal, report };
  const running = [...ownJobs.map((job) => startJob(portal, job, signals)), startSharedJobs(portal, signals)];
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort();
      const cut = setTimeout(() => cutting.abort(), gracePeriodMs);
      await Promise.all(running.map((job) => job[Symbol.asyncDispose]()));
      clearTimeout(cut);
      await leave(portal);
    },
  };
}

/** Every second, writes the beat of this process, and starts the shared jobs that are due and that no process runs. */
function startSharedJobs(portal: Portal, signals: DeliverySignals): AsyncDisposable {
  const jobs = sharedJobs.map((job) => ({ ...job, ...runner(portal, job, signals) }));
  const underWay = new Map<string, Promise<void>>();
  const begin = (job: (typeof jobs)[number]) => {
    const running = runShared(portal, job, job.runNow).catch(signals.report);
    underWay.set(
      job.name,
      running.finally(() => underWay.delete(job.name)),
    );
  };
  const takeJobs = async () => {
    await beat(portal);
    const free = await freeJobs(portal, jobs);
    if (signals.stopping.aborted) return;
    for (const job of free) if (!underWay.has(job.name)) begin(job);
  };
  const ticking = startJob(portal, { everyMs: second, run: takeJobs, pausesMs: [0] }, signals);
  return {
    async [Symbol.asyncDispose]() {
      await ticking[Symbol.asyncDispose]();
      await Promise.all([...underWay.values(), ...jobs.map((job) => job[Symbol.asyncDispose]())]);
    },
  };
}

function withPauses(
  portal: Portal,
  { run, feature, destroys = false, pausesMs = [] }: Job,
  signals: DeliverySignals,
): () => Promise<void> {
  let failures = 0;
  let silentUntil = 0;
  return async () => {
    if (performance.now() < silentUntil) return;
    try {
      const isHeld = destroys && !(await isClockSteady(portal));
      const isWanted = !feature || isOn(await currentSettings(portal), feature);
      if (isWanted && !isHeld) await run(portal, signals.stopping, signals);
      failures = 0;
    } catch (error) {
      const isSilent = pausesMs.length > 0;
      if (!isSilent || failures === 0) signals.report(error);
      silentUntil = performance.now() + pauseAfter(failures, pausesMs);
      failures += 1;
      if (!isSilent) await delay(pauseMs, undefined, { signal: signals.stopping }).catch(() => undefined);
    }
  };
}

/** Allows one run at a time. A call or an event during a run starts one more run after it. */
function runner(portal: Portal, job: Job, signals: DeliverySignals): AsyncDisposable & { runNow: () => Promise<void> } {
  const { at } = job;
  const runOnce = withPauses(portal, job, signals);
  let isDue = false;
  let underWay: Promise<void> | null = null;
  const runWhileDue = async () => {
    while (isDue && !signals.stopping.aborted) {
      isDue = false;
      await runOnce();
    }
    underWay = null;
  };
  const runNow = () => {
    isDue = true;
    return (underWay ??= runWhileDue());
  };
  const onEvent = () => void runNow();
  if (at) portal.events.on(at, onEvent);
  return {
    runNow,
    async [Symbol.asyncDispose]() {
      if (at) portal.events.off(at, onEvent);
      await underWay;
    },
  };
}

function startJob(portal: Portal, job: Job, signals: DeliverySignals): AsyncDisposable {
  const { runNow, ...running } = runner(portal, job, signals);
  const timer = setInterval(() => void runNow(), job.everyMs);
  void runNow();
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await running[Symbol.asyncDispose]();
    },
  };
}
