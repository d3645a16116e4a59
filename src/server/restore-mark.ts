import { existsSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "#config";
import { StartRefused } from "#core/errors.ts";
import { replaceDurably } from "#storage/durable-files.ts";
import { databaseFile, databaseLocation } from "#storage/database/open-database.ts";
import { lockFile } from "#storage/database/sqlite/lock-file.ts";
import { makeFolder } from "#storage/make-folder.ts";
import { makeDataFolder } from "./data-folder.ts";

/** While this file exists, a restore has begun and not ended. No site starts on the incomplete data. */
export const restoreMarkIn = (dataDir: string): string => join(dataDir, "restore-unfinished");

/**
 * Marks the restore and runs it. The mark stays if the restore is stopped, until it is run again. If the work refuses,
 * it leaves nothing behind, so a new mark is removed.
 */
export async function markRestore(config: Config, backup: string, work: () => Promise<void>): Promise<void> {
  const dataDir = config.DATA_DIR;
  const mark = restoreMarkIn(dataDir);
  const isNew = !existsSync(mark);
  await makeFolder(dataDir, "DATA_DIR");
  await replaceDurably(mark, `${backup}\n${databaseOf(config)}\n`);
  try {
    await work();
  } catch (error) {
    if (isNew && error instanceof StartRefused) await unmarkRestore(dataDir);
    throw error;
  }
}

const databaseOf = ({ DATABASE_URL, DATA_DIR }: Config) => databaseLocation(DATABASE_URL, DATA_DIR);

/** The name of the backup of which a restore into this database has begun; null if none has. */
export function markedBackup(config: Config): string | null {
  const mark = restoreMarkIn(config.DATA_DIR);
  const [backup = "", database] = existsSync(mark) ? readFileSync(mark, "utf8").split("\n") : [];
  return database === databaseOf(config) ? backup : null;
}

export const unmarkRestore = (dataDir: string): Promise<void> => rm(restoreMarkIn(dataDir), { force: true });

/** Throws while another process restores into the same folder. */
export async function restoreAlone({ DATA_DIR }: Config): Promise<Disposable> {
  await makeDataFolder({ DATA_DIR });
  const lock = lockFile(join(DATA_DIR, "restore-lock"));
  if (!lock) throw new StartRefused(`Another process restores into ${DATA_DIR}. Wait until it has ended.`);
  return lock;
}

export function refuseUnfinishedRestore(config: Config): void {
  const { DATA_DIR, DATABASE_URL } = config;
  const mark = restoreMarkIn(DATA_DIR);
  const file = databaseFile(DATABASE_URL, DATA_DIR);
  // A mark of 1.1 or earlier names no backup: with the database file, which is created complete, the restore had ended.
  const hadEnded = file !== null && existsSync(file) && markedBackup(config) === null;
  if (!existsSync(mark) || hadEnded) return;
  throw new StartRefused(
    `A restore into ${DATA_DIR} is not finished: wait for it, or run the same attestry restore again. ` +
      `To give up the restore, remove ${mark} and the documents that were already restored.`,
  );
}
