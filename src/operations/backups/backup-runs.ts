import { randomUUID } from "node:crypto";
import { dayMs } from "#core/durations.ts";
import { counted } from "#core/counted.ts";
import { failureName, isUnavailable, isPortalError, StartRefused } from "#core/errors.ts";
import { meaningOf, reasonOf } from "#core/reason-of.ts";
import { lockAuditHead } from "#storage/database/audit.ts";
import {
  type BackupRun,
  deleteOldRuns,
  insertRun,
  latestRuns,
  runsUnderWay,
  updateRun,
} from "#storage/database/backup-runs.ts";
import { deleteRow, rowById } from "#storage/database/rows.ts";
import type { Writer } from "#storage/database/database.ts";
import { stoppedWithSite } from "../portal/backup-place.ts";
import type { Portal } from "../portal/portal.ts";
import type { BackupMade, BackupProgress } from "./make-backup.ts";

/** A running backup updates its row this often. A backup that is silent for longer than `silentMs` was killed. */
const heartbeatMs = 5000;
const silentMs = 90_000;
const keptMs = 400 * dayMs;

export const listRuns = ({ database, now }: Portal, atMost = 20): Promise<BackupRun[]> =>
  latestRuns(database.read, now(), atMost);

/** True if the backup still runs. The state alone is not enough: the row of a killed backup is also "running". */
export const isUnderWay = ({ state, heard_at }: BackupRun, now: number): boolean =>
  state === "running" && heard_at >= now - silentMs;

/**
 * Stores that a backup begins, and returns its id. Null while another backup runs. `isWanted` is called in the same
 * transaction: if two processes want the same backup, only one of them begins it.
 */
export async function beginRun(
  portal: Portal,
  target: string,
  isWanted: (writer: Writer) => Promise<boolean> = async () => true,
  kind: BackupRun["kind"] = "backup",
): Promise<string | null> {
  const id = randomUUID();
  const now = portal.now();
  return portal.database.write(async (writer) => {
    // Serializes the beginnings: of two backups that begin at once, the second one sees the first.
    await lockAuditHead(portal.database, writer);
    const [other] = await runsUnderWay(writer, now, now - silentMs);
    if (other || !(await isWanted(writer))) return null;
    await deleteOldRuns(writer, now - keptMs);
    await insertRun(writer, { id, started_at: now, target, kind });
    return id;
  });
}

type FinishedBackup = BackupMade & {
  /** What else went wrong, although the backup itself is whole. */
  problem?: string;
};

/** Stores in the database that a backup is made, and how it ended. Refuses while another backup runs. */
export async function noteRun<Done extends FinishedBackup>(
  portal: Portal,
  target: string,
  work: (onProgress: BackupProgress) => Promise<Done>,
): Promise<Done> {
  const id = await beginRun(portal, target).catch(unnoted);
  // If the database accepts no writes, a backup is all the more important: make it without a row.
  if (id === undefined) return work(() => undefined);
  if (id === null) {
    throw new StartRefused(
      `A backup of this site is being made already: wait until it ends, or ${silentMs / 1000} seconds if it was killed.`,
    );
  }
  return continueRun(portal, id, work);
}

function unnoted(error: unknown): undefined {
  if (isUnavailable(error)) return undefined;
  throw error;
}

/** Makes the backup that has begun under this id, and stores how it ended. */
export async function continueRun<Done extends FinishedBackup>(
  portal: Portal,
  id: string,
  work: (onProgress: BackupProgress) => Promise<Done>,
): Promise<Done> {
  let progress = { done: 0, total: 0 };
  const change = (changes: Partial<BackupRun>) => portal.database.write((writer) => updateRun(writer, id, changes));
  const saying = setInterval(
    () => void change({ heard_at: portal.now(), ...progress }).catch(() => undefined),
    heartbeatMs,
  );
  try {
    const made = await work((_part, done, total = 0) => (progress = { done, total }));
    await change({ state: "done", ended_at: portal.now(), ...figuresOf(made) });
    return made;
  } catch (error) {
    await change({ state: "failed", ended_at: portal.now(), problem: problemOf(error) }).catch(() => undefined);
    throw error;
  } finally {
    clearInterval(saying);
  }
}

export async function noteTrial(
  portal: Portal,
  trial: Pick<BackupRun, "kind" | "started_at" | "target">,
  outcome: Pick<FinishedBackup, "name" | "manifest" | "problem"> | { problem: string },
): Promise<void> {
  const { name, manifest, problem = null } = { name: null, manifest: null, ...outcome };
  await portal.database.write((writer) =>
    insertRun(writer, {
      ...trial,
      id: randomUUID(),
      ended_at: portal.now(),
      state: problem === null ? "done" : "failed",
      ...(name && manifest ? figuresOf({ name, manifest, sent: 0 }) : {}),
      problem,
    }),
  );
}

/** Returns the row of a run whose process has ended. If the process could not store its own end, the run has failed. */
export async function endRun(portal: Portal, id: string, exit: string): Promise<BackupRun | undefined> {
  const row = await rowById(portal.database.read, "backup_run", id);
  if (row?.state !== "running") return row;
  if (row.kind === "check" && exit === stoppedWithSite) {
    // It found nothing, good or bad, and is begun again.
    await portal.database.write((writer) => deleteRow(writer, "backup_run", id));
    return undefined;
  }
  const ended = { state: "failed", ended_at: portal.now(), problem: exit } as const;
  await portal.database.write((writer) => updateRun(writer, id, ended));
  return { ...row, ...ended };
}

/**
 * Returns our own sentences as they are. Other messages may quote what a user typed, so only a safe name of the error
 * is returned.
 */
export function problemOf(error: unknown): string {
  if (error instanceof StartRefused) return error.message.slice(0, 500);
  const cause = isPortalError(error) ? error.cause : error;
  if (meaningOf(cause) === undefined) return failureName(error).slice(0, 500);
  const reason = reasonOf(cause);
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
}

const figuresOf = ({ name, manifest: { tables, documents }, sent, problem }: FinishedBackup) => ({
  backup: name,
  records_count: tables.find((table) => table.name === "candidate")?.rows ?? 0,
  images_count: documents?.images ?? 0,
  bytes_total: documents?.bytes ?? 0,
  bytes_sent: sent,
  problem: problem ?? missingIn(documents),
});

const missingIn = (documents: BackupMade["manifest"]["documents"]) =>
  documents && documents.missing.length > 0
    ? `Left out, because files are missing: ${counted(documents.missing.length, "document")}.`
    : null;
