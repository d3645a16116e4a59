import { hourMs } from "#core/durations.ts";
import { codeOf, isPortalError } from "#core/errors.ts";
import type { LockHolder } from "#storage/database/database.ts";
import {
  deadProcesses,
  deleteDeadProcess,
  deleteProcess,
  endLease,
  isProcessAlive,
  jobLeases,
  silentMs,
  takeLease,
  writeBeat,
} from "#storage/database/lookups/processes.ts";
import { newerStep } from "#storage/database/migrations/newer-step.ts";
import { isSameProcess, ownName, processOfId, type ProcessName } from "#storage/database/process-name.ts";
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

/** A process that does not answer is named for so long, unless it is known to have ended. */
const namedMs = hourMs;

/** Each process does this, because only a process on the same machine knows whether another one has ended. */
export async function forgetDeadProcesses({ database: { lookups }, processId }: ProcessPortal): Promise<void> {
  for (const { id, silentMs: forMs } of await deadProcesses(lookups)) {
    if (id !== processId && (forMs > namedMs || hasEnded(processOfId(id)))) {
      await lookups.write((writer) => deleteDeadProcess(lookups, writer, id));
    }
  }
}

/** False if that is not known. A process with our own number began before us, and so has ended. */
function hasEnded(name: ProcessName | null): boolean {
  const own = ownName();
  if (name?.host !== own.host) return false;
  return name.pid === own.pid || !exists(name.pid);
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Another user's process exists, too.
    return codeOf(error) === "EPERM";
  }
}

/** A process of the site that does not answer, or a program that keeps the site from writing. */
export type SickProcess = Omit<LockHolder, "process"> & {
  process: ProcessName | null;
  /** How long ago its last beat was. Null if it is no process of the site. */
  silentMs: number | null;
  holdsLock: boolean;
};

export const nameOf = ({ process: name, program }: Pick<SickProcess, "process" | "program">): string =>
  name ? `${name.pid} on ${name.host}` : program;

/** Finds the processes that an operator has to look at. */
export async function sickProcesses({ database }: Pick<Portal, "database">): Promise<SickProcess[]> {
  const [dead, holders] = await Promise.all([deadProcesses(database.lookups), database.lockHolders()]);
  const own = ownName();
  const silent = dead
    .map(({ id, silentMs: forMs }) => ({ process: processOfId(id), program: id, silentMs: forMs }))
    .filter(({ process: name }) => !isSameProcess(name, own));
  const holding = holders.map((holder) => {
    const known = silent.find(({ process: name }) => isSameProcess(name, holder.process));
    return { ...holder, silentMs: known?.silentMs ?? null, holdsLock: true };
  });
  // While a process has the lock on SQLite, the others may be unable to write their beats.
  if (database.engine === "sqlite" && holding.some(({ process: name }) => name !== null)) return holding;
  const others = silent.filter(({ process: name }) => !holders.some((holder) => isSameProcess(name, holder.process)));
  return [...holding, ...others.map((one) => ({ ...one, heldMs: null, holdsLock: false }))];
}

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
