import { spawn } from "node:child_process";
import type { BackupPlace } from "#operations/backups/backup-place.ts";
import { blobLocation } from "#storage/blobs/open-blobs.ts";
import type { Config } from "#config";
import { openBackups } from "./backup-place.ts";

/** The place of BACKUP_URL. Its backups are made by child processes, which end with it. */
export function backupPlaceOf(config: Config): (BackupPlace & AsyncDisposable) | null {
  const url = config.BACKUP_URL;
  if (url === "") return null;
  const stopping = new AbortController();
  const underWay = new Set<Promise<void>>();
  return {
    location: blobLocation(url),
    open: () => openBackups(url, config),
    makeInChild(run, keep, whenEnded) {
      const ending: Promise<void> = exitOf(["backup", "--run", run, "--keep", keep], stopping.signal)
        .then(whenEnded)
        .finally(() => underWay.delete(ending));
      underWay.add(ending);
    },
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await Promise.all(underWay);
    },
  };
}

/** Runs a command of this program and says how it ended. What went wrong it notes in the database itself. */
async function exitOf(args: readonly string[], signal: AbortSignal): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const child = spawn(process.execPath, [process.argv[1] ?? "", ...args], { stdio: "ignore", signal });
  child.once("error", () => !signal.aborted && resolve("Its process could not be started."));
  child.once("exit", (code, by) =>
    resolve(signal.aborted ? "The site was stopped meanwhile." : `Its process ended early (${by ?? code}).`),
  );
  return promise;
}
