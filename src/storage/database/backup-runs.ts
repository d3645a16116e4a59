import type { Reader, Writer } from "./database.ts";
import { insertRow, type Row, updateRow } from "./rows.ts";
import { isNotFromFuture } from "./wrong-clock.ts";

export type BackupRun = Row<"backup_run">;

/** Without runs of which anything is dated later than now: the newest of them would be the newest until that time comes. */
const newestFirst = (reader: Reader, now: number) =>
  reader
    .selectFrom("backup_run")
    .selectAll()
    .where(isNotFromFuture("started_at", now))
    .where(isNotFromFuture("heard_at", now))
    .where((eb) => eb.or([eb("ended_at", "is", null), isNotFromFuture("ended_at", now)]))
    .orderBy("started_at", "desc");
const ofKind = (reader: Reader, now: number, kind: BackupRun["kind"]) =>
  newestFirst(reader, now).where("kind", "=", kind);
const backups = (reader: Reader, now: number) => ofKind(reader, now, "backup");

export const latestRuns = (reader: Reader, now: number, atMost: number): Promise<BackupRun[]> =>
  backups(reader, now).limit(atMost).execute();

/** The last time that a backup was restored, here or as a rehearsal. */
export const lastTrial = (reader: Reader, now: number): Promise<BackupRun | undefined> =>
  newestFirst(reader, now).where("kind", "!=", "backup").limit(1).executeTakeFirst();

/** When this site was last restored from a backup. */
export async function lastRestored(reader: Reader, now: number): Promise<number | null> {
  const restores = ofKind(reader, now, "restore").where("state", "=", "done");
  return (await restores.limit(1).executeTakeFirst())?.ended_at ?? null;
}

type RunsOf = { now: number; target: string; since: number; kind?: BackupRun["kind"] };

/** Backups to a target, or checks of one, that began at or after `since`. */
export const runsSince = (reader: Reader, { now, target, since, kind = "backup" }: RunsOf): Promise<BackupRun[]> =>
  ofKind(reader, now, kind).where("target", "=", target).where("started_at", ">=", since).limit(20).execute();

/** The newest check of a target that ended, well or in any way. */
export const lastCheck = (
  reader: Reader,
  target: string,
  now: number,
  state?: "done",
): Promise<BackupRun | undefined> =>
  ofKind(reader, now, "check")
    .where("target", "=", target)
    .where("state", "in", state ? [state] : ["done", "failed"])
    .limit(1)
    .executeTakeFirst();

type NewestOf = { now: number; state: BackupRun["state"]; target?: string | undefined };

/** The newest backup in this state, to one target or to any. */
export function newestRun(reader: Reader, { now, state, target }: NewestOf): Promise<BackupRun | undefined> {
  const found = backups(reader, now).where("state", "=", state).limit(1);
  return (target === undefined ? found : found.where("target", "=", target)).executeTakeFirst();
}

/** True if a backup was ever made at this target, by whatever clock. */
export async function hasBackupAt(reader: Reader, target: string): Promise<boolean> {
  const made = reader.selectFrom("backup_run").select("id").where("kind", "=", "backup").where("state", "=", "done");
  return (await made.where("target", "=", target).limit(1).executeTakeFirst()) !== undefined;
}

/** Runs in the state `running` whose process wrote its last sign of life at or after `heardSince`. */
export const runsUnderWay = (reader: Reader, now: number, heardSince: number): Promise<BackupRun[]> =>
  newestFirst(reader, now).where("state", "=", "running").where("heard_at", ">=", heardSince).execute();

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
