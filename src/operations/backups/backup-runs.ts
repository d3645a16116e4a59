import { randomUUID } from "node:crypto";
import { isPortalError, StartRefused } from "#core/errors.ts";
import { lockAuditHead } from "#storage/database/audit.ts";
import {
  type BackupRun,
  deleteOldRuns,
  insertRun,
  latestRuns,
  runsUnderWay,
  updateRun,
} from "#storage/database/backup-runs.ts";
import type { Portal } from "../portal.ts";
import type { BackupMade } from "./make-backup.ts";

/** A running backup says so often that it goes on; one that is silent for longer was killed. */
const sayEveryMs = 20_000;
const silentMs = 90_000;
const keptMs = 400 * 24 * 60 * 60 * 1000;

/** The last ones, newest first. */
export const listRuns = ({ database }: Portal, atMost = 20): Promise<BackupRun[]> => latestRuns(database.read, atMost);

/** Notes in the database that a backup is made, and how it ended. Two at once are refused. */
export async function noteRun(portal: Portal, target: string, work: () => Promise<BackupMade>): Promise<BackupMade> {
  const id = await beginRun(portal, target).catch(nullIfUnavailable);
  // A database that takes no more writes is one to save all the more.
  if (id === null) return work();
  const change = (changes: Partial<BackupRun>) => portal.database.write((writer) => updateRun(writer, id, changes));
  const saying = setInterval(() => void change({ heard_at: portal.now() }).catch(() => undefined), sayEveryMs);
  try {
    const made = await work();
    await change({ state: "done", ended_at: portal.now(), ...figuresOf(made) });
    return made;
  } catch (error) {
    const problem = (error instanceof Error ? error.message : String(error)).slice(0, 500);
    await change({ state: "failed", ended_at: portal.now(), problem }).catch(() => undefined);
    throw error;
  } finally {
    clearInterval(saying);
  }
}

function nullIfUnavailable(error: unknown): null {
  if (isPortalError(error) && error.id === "unavailable") return null;
  throw error;
}

const figuresOf = ({ name, manifest: { tables, documents }, sent }: BackupMade) => ({
  backup: name,
  rows_count: tables.reduce((sum, { rows }) => sum + rows, 0),
  images_count: documents?.images ?? 0,
  bytes_total: documents?.bytes ?? 0,
  bytes_sent: sent,
  problem: documents && documents.missing.length > 0 ? `${documents.missing.length} documents lack files` : null,
});

async function beginRun(portal: Portal, target: string): Promise<string> {
  const id = randomUUID();
  const now = portal.now();
  await portal.database.write(async (writer) => {
    // One after another: of two that begin at once, the second sees the first.
    await lockAuditHead(portal.database, writer);
    const [other] = await runsUnderWay(writer, now - silentMs);
    if (other) {
      throw new StartRefused("A backup of this site is being made already: wait until it ends.");
    }
    await deleteOldRuns(writer, now - keptMs);
    await insertRun(writer, { id, started_at: now, target });
  });
  return id;
}
