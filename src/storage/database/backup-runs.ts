import type { Reader, Writer } from "./database.ts";
import { insertRow, type Row, updateRow } from "./rows.ts";

export type BackupRun = Row<"backup_run">;

const newestFirst = (reader: Reader) => reader.selectFrom("backup_run").selectAll().orderBy("started_at", "desc");
const ofKind = (reader: Reader, kind: BackupRun["kind"]) => newestFirst(reader).where("kind", "=", kind);
const backups = (reader: Reader) => ofKind(reader, "backup");

export const latestRuns = (reader: Reader, atMost: number): Promise<BackupRun[]> =>
  backups(reader).limit(atMost).execute();

/** The last time that a backup was restored, here or as a rehearsal. */
export const lastTrial = (reader: Reader): Promise<BackupRun | undefined> =>
  newestFirst(reader).where("kind", "!=", "backup").limit(1).executeTakeFirst();

/** Backups to a target, or checks of one, that began at or after `since`. */
export const runsSince = (
  reader: Reader,
  target: string,
  since: number,
  kind: BackupRun["kind"] = "backup",
): Promise<BackupRun[]> =>
  ofKind(reader, kind).where("target", "=", target).where("started_at", ">=", since).limit(20).execute();

/** The newest check of a target that ended, well or in any way. */
export const lastCheck = (
  reader: Reader,
  target: string,
  now: number,
  state?: "done",
): Promise<BackupRun | undefined> =>
  ofKind(reader, "check")
    .where("target", "=", target)
    .where("started_at", "<=", now)
    .where("state", "in", state ? [state] : ["done", "failed"])
    .limit(1)
    .executeTakeFirst();

/** The newest backup in this state, to one target or to any. */
export function newestRun(reader: Reader, state: BackupRun["state"], target?: string): Promise<BackupRun | undefined> {
  const found = backups(reader).where("state", "=", state).limit(1);
  return (target === undefined ? found : found.where("target", "=", target)).executeTakeFirst();
}

/** Runs in the state `running` whose process wrote its last sign of life at or after `heardSince`. */
export const runsUnderWay = (reader: Reader, heardSince: number): Promise<BackupRun[]> =>
  newestFirst(reader).where("state", "=", "running").where("heard_at", ">=", heardSince).execute();

type NewRun = Pick<BackupRun, "id" | "started_at" | "target"> & Partial<BackupRun>;

export const insertRun = (writer: Writer, run: NewRun) =>
  insertRow(writer, "backup_run", {
    heard_at: run.started_at,
    ended_at: null,
    state: "running",
    kind: "backup",
    done: 0,
    total: 0,
    backup: null,
    records_count: 0,
    images_count: 0,
    bytes_total: 0,
    bytes_sent: 0,
    problem: null,
    ...run,
  });

export const updateRun = (writer: Writer, id: string, changes: Partial<BackupRun>) =>
  updateRow(writer, "backup_run", id, changes);

export async function deleteOldRuns(writer: Writer, before: number): Promise<void> {
  await writer.deleteFrom("backup_run").where("started_at", "<", before).execute();
}
