import { getPriority, setPriority } from "node:os";
import { parseArgs } from "node:util";
import { type Config, readConfig } from "#config";
import { counted } from "#core/counted.ts";
import { isPortalError, StartRefused } from "#core/errors.ts";
import { type KeepCounts, maxDaysKept } from "#core/settings/backup-schedule.ts";
import { continueRun, noteRun, noteTrial, problemOf } from "#operations/backups/backup-runs.ts";
import { parseKeepCounts, prune } from "#operations/backups/keep.ts";
import { type BackupMade, type BackupProgress, makeBackup } from "#operations/backups/make-backup.ts";
import { backupUrl, isOnSameDisk, openBackupPlace, openExistingPlace, unreadablePlace } from "#server/backup-place.ts";
import { openPortal } from "#server/open-portal.ts";
import { blobLocation } from "#storage/blobs/open-blobs.ts";
import { withDiskFullMessage } from "./full-disk.ts";
import { nameSite } from "./open-site.ts";
import { withProgress } from "./progress.ts";
import { requireSite } from "#server/require-site.ts";
import { openStopSignal } from "./stop-signal.ts";
import { UsageError } from "./usage-error.ts";

const options = {
  keep: { type: "string" },
  check: { type: "boolean", default: false },
  "begin-anew": { type: "boolean", default: false },
  /** The row of a backup or a check that the serving process has begun, and what the check reads. Not for people. */
  run: { type: "string" },
  parts: { type: "string", default: "whole" },
} as const;

/** Saves everything except the secret. Works while the site is served. */
export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [target = "", ...more] = positionals;
  if (more.length > 0) throw new UsageError("Name one place for the backup.");
  const keep = values.keep === undefined ? null : keepIn(values.keep);
  if (values.check && (keep || values["begin-anew"]))
    throw new UsageError("--check makes and removes no backups, so --keep and --begin-anew cannot be used with it.");
  const config = readConfig();
  nameSite(config);
  // Visitors have priority over the backup. A priority that is lower already stays: only root may raise it.
  setPriority(Math.max(10, getPriority()));
  if (values.check) {
    const location = blobLocation(backupUrl(target, config));
    return await noteCheck(config, location, values.run, checking(config, target, values.parts));
  }
  const url = backupUrl(target, config);
  const place = blobLocation(url);
  requireSite(config);
  await using portal = await openPortal(config, { isThere: true });
  using stop = openStopSignal();
  const full = `The disk of ${place}, where the backup goes, is full: free some space there, or choose another place.`;
  const work = async () => {
    await using store = (await stop.orStopped(openBackupPlace(target, config))).store;
    if (isOnSameDisk(url, config))
      console.error(
        `${place} is on the same disk as DATA_DIR: if that disk fails, both are lost. Use another disk or machine.`,
      );
    const made = await withProgress("Saving rows, then documents", (onProgress) =>
      stop.orStopped(
        withDiskFullMessage(
          makeBackup(portal, store, { location: values["begin-anew"] ? undefined : place, onProgress }),
          full,
        ),
      ),
    );
    return { ...made, ...(keep && (await pruned(stop.orStopped(prune(store, portal.keyring, keep)), keep))) };
  };
  const { run: begun } = values;
  const noted = begun === undefined ? noteRun(portal, place, work) : continueRun(portal, begun, work);
  const made = await noted.catch((error: unknown) => {
    stop.endIfStopped("Stopped: no backup was made.");
    throw error;
  });
  console.log(described(made, place));
  if (made.older) console.log(made.older);
  if (!made.problem) return;
  stop.endIfStopped(made.problem);
  throw new StartRefused(made.problem);
}

type Check = (onProgress?: BackupProgress) => Promise<BackupMade & { problem?: string }>;

const checking =
  (config: Config, target: string, parts: string): Check =>
  async (onProgress) => {
    const { checkBackup, readParts } = await import("./check-backup.ts");
    const backups = await openExistingPlace(target, config);
    await using _store = backups.store;
    try {
      if (parts !== "whole") return await readParts(config, backups, { parts, watch: onProgress });
      return await checkBackup(config, backups, onProgress);
    } catch (error) {
      const isAway = isPortalError(error) && error.id === "unavailable" && error.away === "files";
      throw isAway ? unreadablePlace(backups.shown, error) : error;
    }
  };

/** Notes the rehearsal in the database of this machine, if there is one: the page of backups shows the last. */
async function noteCheck(config: Config, target: string, begun: string | undefined, check: Check): Promise<void> {
  if (begun !== undefined) {
    await using portal = await openPortal(config, { isThere: true });
    await continueRun(portal, begun, async (onProgress) => {
      const checked = await check(onProgress);
      if (checked.problem) throw new StartRefused(checked.problem);
      return checked;
    });
    return;
  }
  const trial = { kind: "check", started_at: Date.now(), target } as const;
  const note = async (outcome: Parameters<typeof noteTrial>[2]) => {
    await using portal = await openPortal(config, { isThere: true });
    await noteTrial(portal, trial, outcome);
  };
  try {
    const checked = await check();
    await note(checked).catch(() => undefined);
  } catch (error) {
    await note({ problem: problemOf(error) }).catch(() => undefined);
    throw error;
  }
}

/** Reports what happened to older backups. If they cannot be removed, the new backup is still complete. */
async function pruned(
  pruning: ReturnType<typeof prune>,
  keep: KeepCounts,
): Promise<{ older?: string; problem?: string }> {
  try {
    const { removed, left, others } = await pruning;
    for (const name of others)
      console.error(`${name} was made with another secret, or its time is in the future. It was not removed.`);
    return {
      older: `Older backups: ${removed} removed, ${left} kept. People who are deleted today stay in them for at most ${counted(maxDaysKept(keep), "day")}.`,
    };
  } catch (error) {
    return { problem: `The backup was made, but older ones could not be removed: ${problemOf(error)}` };
  }
}

function keepIn(text: string): KeepCounts {
  try {
    return parseKeepCounts(text);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : text);
  }
}

function described({ name, manifest: { tables, documents }, sent }: BackupMade, place: string): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const missing = documents?.missing.length ?? 0;
  if (missing > 0) {
    console.error(`Documents left out because their files are missing: ${missing}. "attestry verify" lists them.`);
    process.exitCode = 1;
  }
  return `${name} in ${place}: ${counted(rows, "row")}, ${counted(documents?.images ?? 0, "document")}, ${inMb(sent)} MB sent. The secret is not in it: keep it in another place.`;
}

const inMb = (bytes: number) => (bytes / 1e6).toFixed(1);
