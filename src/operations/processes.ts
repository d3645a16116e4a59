import { isPortalError } from "#core/errors.ts";
import {
  deleteDeadProcesses,
  deleteProcess,
  endLease,
  isProcessAlive,
  jobLeases,
  silentMs,
  takeLease,
  writeBeat,
} from "#storage/database/lookups/processes.ts";
import { newerStep } from "#storage/database/migrations/newer-step.ts";
import type { Portal } from "./portal.ts";

type ProcessPortal = Pick<Portal, "database" | "processId" | "events">;

/**
 * Tells the other processes that this one serves. Finds out whether a newer version took a migration step after which
 * this process may not write.
 */
export async function beat({ database, processId, events }: ProcessPortal): Promise<void> {
  const { lookups } = database;
  const step = await newerStep(database.read);
  if (step === null) await lookups.write((writer) => writeBeat(lookups, writer, processId));
  else events.emit("outdated", step);
}

/** Deletes the row of this process when its work has ended, so that nobody has to wait until it counts as dead. */
export async function leave({ database: { lookups }, processId }: ProcessPortal): Promise<void> {
  try {
    await lookups.write((writer) => deleteProcess(writer, processId));
  } catch (error) {
    if (!isPortalError(error)) throw error;
  }
}

export const forgetDeadProcesses = ({ database: { lookups } }: ProcessPortal): Promise<void> =>
  lookups.write((writer) => deleteDeadProcesses(lookups, writer));

/**
 * True if the work that this process began may still run. A process without a row yet has `silentMs` to write its first one.
 */
export const isAtWork = async (
  { database, processId }: ProcessPortal,
  process: string,
  forMs: number,
): Promise<boolean> => process === processId || forMs < silentMs || isProcessAlive(database.lookups, process);

/** A job that only one of all processes of a registry runs at a time. */
export type SharedJob = { name: string; everyMs: number };

type JobPortal = ProcessPortal & Pick<Portal, "registry">;

/** Most jobs work with one registry, so each registry has leases of its own. */
const leaseOf = ({ registry }: JobPortal, { name }: SharedJob) => `${registry} ${name}`;

/** Returns the jobs that are due and that no living process runs. */
export async function freeJobs<Job extends SharedJob>(portal: JobPortal, jobs: readonly Job[]): Promise<Job[]> {
  const found = await jobLeases(portal.database.lookups, portal.processId);
  const leases = new Map(found.map((lease) => [lease.job, lease]));
  return jobs.filter((job) => {
    const lease = leases.get(leaseOf(portal, job));
    return !lease || (lease.isFree && Math.abs(lease.doneMsAgo) >= job.everyMs);
  });
}

/** Runs a job, unless another process was first. */
export async function runShared(portal: JobPortal, shared: SharedJob, run: () => Promise<void>): Promise<void> {
  const { lookups } = portal.database;
  const lease = { job: leaseOf(portal, shared), everyMs: shared.everyMs, process: portal.processId };
  if (!(await lookups.write((writer) => takeLease(lookups, writer, lease)))) return;
  try {
    await run();
  } finally {
    await lookups.write((writer) => endLease(lookups, writer, lease.job, lease.process));
  }
}
