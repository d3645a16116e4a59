import { rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

/** How SQLite says that another process has the lock. */
const busy = 5;

/** Locks a file until disposed, or until the process ends in any way. Null while another process has it. */
export function lockFile(file: string): Disposable | null {
  const lock = new DatabaseSync(file);
  try {
    lock.exec("begin exclusive");
  } catch (error) {
    lock.close();
    if (error instanceof Error && "errcode" in error && error.errcode === busy) return null;
    throw error;
  }
  return {
    [Symbol.dispose]() {
      rmSync(file, { force: true });
      lock.close();
    },
  };
}
