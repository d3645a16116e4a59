import { parseArgs } from "node:util";
import { type Config, readConfig } from "#config";
import { isPortalError, StartRefused } from "#core/errors.ts";
import type { Manifest } from "#operations/backups/manifest.ts";
import { meaningOf, reasonOf } from "#core/reason-of.ts";
import { openExistingPlace, type OpenPlace } from "#server/backup-place.ts";
import { openPortal } from "#server/open-portal.ts";
import { restoreAlone, unmarkRestore } from "#server/restore-mark.ts";
import { finishRestore, manifestToFinish, restoreSite, type RestoreWatcher } from "#server/restore-site.ts";
import { withDiskFullMessage } from "./full-disk.ts";
import { nameSite } from "./open-site.ts";
import { withProgress } from "./progress.ts";
import { UsageError } from "./usage-error.ts";

const options = {
  at: { type: "string" },
  database: { type: "boolean", default: false },
  "without-erasures": { type: "boolean", default: false },
  "incomplete-erasures": { type: "boolean", default: false },
} as const;

export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [target = "", ...more] = positionals;
  if (more.length > 0) throw new UsageError("Name one backup.");
  const before = values.at === undefined ? undefined : moment(values.at);
  const config = readConfig();
  nameSite(config);
  if (before !== undefined) console.log(`Looking for the last complete backup before ${withOffset(before)}.`);
  const place = await openExistingPlace(target, config);
  await using _store = place.store;
  const wanted = {
    before,
    isDatabaseAlone: values.database,
    withoutErasures: values["without-erasures"],
    isPartAllowed: values["incomplete-erasures"],
  };
  using _alone = await orRunAgain(restoreAlone(config), config.DATA_DIR);
  const manifest = (await manifestToFinish(config, place)) ?? (await restoreSite(config, place, wanted, inTerminal));
  await orRunAgain(openRestored(config, place, manifest), config.DATA_DIR);
}

async function openRestored(config: Config, place: OpenPlace, manifest: Manifest): Promise<void> {
  const report = (error: unknown) => {
    console.error(`A deletion could not be repeated, so deleted data is back: ${reasonOf(error)}`);
    process.exitCode = 1;
  };
  const opening = { report, savesBefore: false, tellSteps: () => undefined, isRestoring: true };
  await using portal = await openPortal(config, opening);
  const log = await finishRestore(portal, config, place, manifest);
  await unmarkRestore(config.DATA_DIR);
  if (log) console.log(`The public log continues as ${log.origin}. /proof says so.`);
  if (log && !log.isKeyKnown)
    console.error(
      'Its key was replaced after this backup, so the old key signs again. If the old key was stolen, run "attestry keys sign --revoke" again.',
    );
  console.log(
    `Restored. Deletions after the backup that were repeated: ${portal.erasedAgain}. Everybody has to sign in again.`,
  );
}

const inTerminal: RestoreWatcher = {
  say: (line) => console.log(line),
  warn: (line) => console.error(line),
  part: (what, place, work) => orRunAgain(withProgress(`Restoring ${what}`, work), place),
};

/** If the restore stops, its files stay, and the next run continues with them. */
async function orRunAgain<Result>(work: Promise<Result>, place: string): Promise<Result> {
  const full = `The disk of ${place} on this machine is full: free some space there, then run the same command again.`;
  try {
    return await withDiskFullMessage(work, full);
  } catch (error) {
    const isOfSystem = isPortalError(error) ? error.id === "unavailable" : meaningOf(error) !== undefined;
    if (!isOfSystem) throw error;
    throw new StartRefused(`The restore stopped (${reasonOf(error)}). Run the same command again.`, { cause: error });
  }
}

/** A time without a time zone is in the zone of this machine. This includes a day alone, which JavaScript reads as UTC. */
function moment(text: string): number {
  const at = Date.parse(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00` : text);
  if (Number.isNaN(at)) throw new UsageError(`--at is not valid: write it like 2026-11-21T18:00Z, not "${text}".`);
  return at;
}

/** Local time with the offset of its zone: 2026-11-21T18:00:00+06:00. */
function withOffset(at: number): string {
  const east = -new Date(at).getTimezoneOffset();
  const twoDigits = (value: number) => String(Math.floor(value)).padStart(2, "0");
  const offset = `${twoDigits(Math.abs(east) / 60)}:${twoDigits(Math.abs(east) % 60)}`;
  return `${new Date(at + east * 60_000).toISOString().slice(0, 19)}${east < 0 ? "-" : "+"}${offset}`;
}
