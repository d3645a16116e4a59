import { spawn } from "node:child_process";
import { type BackupPlace, stoppedWithSite } from "#operations/portal/backup-place.ts";
import { blobLocation } from "#storage/blobs/open-blobs.ts";
import type { Config } from "#config";
import { openBackups } from "./backup-place.ts";

/** The backup place of BACKUP_URL; null if it is not set. Child processes make the backups, and disposing ends them. */
export function backupPlaceOf(config: Config): (BackupPlace & AsyncDisposable) | null {
  const url = config.BACKUP_URL;
  if (url === "") return null;
  const stopping = new AbortController();
  const underWay = new Set<Promise<void>>();
  const runInChild = (args: readonly string[], whenEnded: (exit: string) => Promise<void>) => {
    const ending: Promise<void> = exitOf(["backup", ...args], stopping.signal)
      .then(whenEnded)
      .finally(() => underWay.delete(ending));
    underWay.add(ending);
  };
  return {
    location: blobLocation(url),
    open: () => openBackups(url, config),
    checkInChild: (run, parts, whenEnded) => runInChild(["--check", "--run", run, "--parts", parts], whenEnded),
    makeInChild: (run, keep, whenEnded) => runInChild(["--run", run, "--keep", keep], whenEnded),
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await Promise.all(underWay);
    },
  };
}

/**
 * Runs a command of this program and returns how its process ended. The command itself notes its errors in the
 * database.
 */
async function exitOf(args: readonly string[], signal: AbortSignal): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const child = spawn(process.execPath, [process.argv[1] ?? "", ...args], { stdio: "ignore", signal });
  child.once("error", () => !signal.aborted && resolve("Its process could not be started."));
  child.once("exit", (code, by) =>
    resolve(signal.aborted ? stoppedWithSite : `Its process ended early (${by ?? code}).`),
  );
  return promise;
}
