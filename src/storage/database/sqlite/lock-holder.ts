import { readFile, stat } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { retry } from "#core/backoff.ts";
import type { LockHolder } from "../database.ts";
import { ownName } from "../process-name.ts";
import { isBusy } from "./node-sqlite.ts";

/** Longer than other processes hold the lock, except for a few changes of many rows. */
const patienceMs = 1000;

/** SQLite's WAL_WRITE_LOCK is a lock on this byte of the file that processes share. */
const lockedByte = 120;

const unseen: LockHolder = { process: null, program: "A program that cannot be seen from here", heldMs: null };

/** Returns the other process that keeps everybody from writing to a file, or null. */
export async function lockHolder(file: string): Promise<LockHolder | null> {
  if (await isFree(file)) return null;
  const pid = await pidOfHolder(`${file}-shm`);
  if (pid === process.pid) return null;
  // The lock may have become free before the list was read.
  if (pid === null) return (await isFree(file)) ? null : unseen;
  const program = (await readFile(`/proc/${pid}/comm`, "utf8").catch(() => "")).trim();
  return { process: { ...ownName(), pid }, program: program || "a program without a name", heldMs: null };
}

/** Tries to take the lock through a connection of its own: writes of this process may wait in a queue. */
async function isFree(file: string): Promise<boolean> {
  const existing = pathToFileURL(file);
  existing.searchParams.set("mode", "rw");
  using connection = new DatabaseSync(existing, { timeout: 0 });
  const deadline = performance.now() + patienceMs;
  try {
    await retry(() => connection.exec("begin immediate"), {
      pauseMs: 1,
      maxPauseMs: 50,
      deadline,
      isTemporary: isBusy,
    });
    connection.exec("rollback");
    return true;
  } catch (error) {
    return !isBusy(error);
  }
}

/** Linux tells which process holds a lock. Null on other systems, and for a process in another container. */
async function pidOfHolder(shared: string): Promise<number | null> {
  const found = await stat(shared).catch(() => null);
  const locks = await readFile("/proc/locks", "utf8").catch(() => "");
  for (const line of locks.split("\n")) {
    const [, pid, inode, from, to] = /^\d+: POSIX +ADVISORY +WRITE (\d+) \w+:\w+:(\d+) (\d+) (\d+)$/.exec(line) ?? [];
    if (Number(inode) === found?.ino && Number(from) <= lockedByte && lockedByte <= Number(to)) return Number(pid);
  }
  return null;
}
