import type { Reader, Writer } from "./database.ts";
import { insertRow, type Row, updateRow } from "./rows.ts";

export type BackupRun = Row<"backup_run">;

export const latestRuns = (reader: Reader, atMost: number): Promise<BackupRun[]> =>
  reader.selectFrom("backup_run").selectAll().orderBy("started_at", "desc").limit(atMost).execute();

/** Runs to a target that began at or after `since`, the newest first. */
export const runsSince = (reader: Reader, target: string, since: number): Promise<BackupRun[]> =>
  reader
    .selectFrom("backup_run")
    .selectAll()
    .where("target", "=", target)
    .where("started_at", ">=", since)
    .orderBy("started_at", "desc")
    .limit(20)
    .execute();

/** The newest run in this state, to one target or to any. */
export function newestRun(reader: Reader, state: BackupRun["state"], target?: string): Promise<BackupRun | undefined> {
  const found = reader.selectFrom("backup_run").selectAll().where("state", "=", state);
  const there = target === undefined ? found : found.where("target", "=", target);
  return there.orderBy("started_at", "desc").limit(1).executeTakeFirst();
}

/** Runs in the state `running` whose process wrote its last sign of life at or after `heardSince`. */
export const runsUnderWay = (reader: Reader, heardSince: number): Promise<BackupRun[]> =>
  reader
    .selectFrom("backup_run")
    .selectAll()
    .where("state", "=", "running")
    .where("heard_at", ">=", heardSince)
    .execute();

export const insertRun = (writer: Writer, run: Pick<BackupRun, "id" | "started_at" | "target">) =>
  insertRow(writer, "backup_run", {
    ...run,
    heard_at: run.started_at,
    ended_at: null,
    state: "running",
    backup: null,
    records_count: 0,
    images_count: 0,
    bytes_total: 0,
    bytes_sent: 0,
    problem: null,
  });

export const updateRun = (writer: Writer, id: string, changes: Partial<BackupRun>) =>
  updateRow(writer, "backup_run", id, changes);

export async function deleteOldRuns(writer: Writer, before: number): Promise<void> {
  await writer.deleteFrom("backup_run").where("started_at", "<", before).execute();
}
