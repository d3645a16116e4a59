import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "#config";
import { StartRefused } from "#core/errors.ts";
import { syncFolder, writeDurably } from "#storage/durable-files.ts";
import { databaseFile } from "#storage/database/open-database.ts";
import { lockFile } from "#storage/database/sqlite/lock-file.ts";
import { makeFolder } from "#storage/make-folder.ts";
import { makeDataFolder } from "./data-folder.ts";

/** While this file exists, a restore has begun and not ended. No site starts on the incomplete data. */
export const restoreMarkIn = (dataDir: string): string => join(dataDir, "restore-unfinished");

/**
 * Marks the restore and runs it. The mark stays if the restore is stopped, until it is run again. If the work refuses,
 * it leaves nothing behind, so a new mark is removed.
 */
export async function markRestore(dataDir: string, work: () => Promise<void>): Promise<void> {
  const mark = restoreMarkIn(dataDir);
  const isNew = !existsSync(mark);
  await makeFolder(dataDir, "DATA_DIR");
  if (isNew) await writeDurably(mark, "");
  await syncFolder(dataDir);
  try {
    await work();
  } catch (error) {
    if (isNew && error instanceof StartRefused) await unmarkRestore(dataDir);
    throw error;
  }
}

export const unmarkRestore = (dataDir: string): Promise<void> => rm(restoreMarkIn(dataDir), { force: true });

/** Throws while another process restores into the same folder. */
export async function restoreAlone({ DATA_DIR }: Config): Promise<Disposable> {
  await makeDataFolder({ DATA_DIR });
  const lock = lockFile(join(DATA_DIR, "restore-lock"));
  if (!lock) throw new StartRefused(`Another process restores into ${DATA_DIR}. Wait until it has ended.`);
  return lock;
}

export function refuseUnfinishedRestore({ DATA_DIR, DATABASE_URL }: Config): void {
  const mark = restoreMarkIn(DATA_DIR);
  const file = databaseFile(DATABASE_URL, DATA_DIR);
  // The database file is created last and complete. If it exists, the restore has ended.
  if (!existsSync(mark) || (file !== null && existsSync(file))) return;
  throw new StartRefused(
    `A restore into ${DATA_DIR} is not finished: wait for it, or run the same attestry restore again. ` +
      `To give up the restore, remove ${mark} and the documents that were already restored.`,
  );
}
