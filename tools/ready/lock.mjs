import fs from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** Runs `work` while no other process runs any in the same folder. */
export async function whileAlone(folder, work) {
  const lock = path.join(folder, "lock");
  while (!take(lock)) {
    const holder = holderOf(lock);
    if (holder !== null && !isAlive(holder)) fs.rmSync(lock, { force: true });
    else await pause(200);
  }
  try {
    return await work();
  } finally {
    fs.rmSync(lock, { force: true });
  }
}

// A symbolic link is created together with its content, the id of the process that holds the lock.
function take(lock) {
  try {
    fs.symlinkSync(String(process.pid), lock);
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

function holderOf(lock) {
  try {
    return Number(fs.readlinkSync(lock));
  } catch (error) {
    if (error.code === "ENOENT") return null;
    throw error;
  }
}

function isAlive(holder) {
  try {
    return process.kill(holder, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}
