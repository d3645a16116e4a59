import { dayMs } from "#core/durations.ts";
import { counted } from "#core/counted.ts";
import { currentSettings } from "#operations/portal/current-settings.ts";
import { backupPlaceProblem, isOnSameDisk } from "#server/backup-place.ts";
import { lastCheck, latestRuns } from "#storage/database/backup-runs.ts";
import { blobLocation } from "#storage/blobs/open-blobs.ts";
import { madeByCommand } from "#operations/backups/scheduled-backups.ts";
import { erasuresWaiting } from "#storage/database/erasures.ts";
import { type Finding, needed, ok, type SiteParts, warning, wrong } from "./finding.ts";

const warningDays = 2;
const wrongDays = 8;

/** Checks what the database says about backups. Only `attestry backup --check` finds out whether one can be restored. */
export async function checkBackups({ config, database: open, keyring: openKeys, answer }: SiteParts): Promise<Finding> {
  const { BACKUP_URL } = config;
  const site = await Promise.all([open(), openKeys()]).then(
    ([database, keyring]) => ({ database, keyring }),
    () => null,
  );
  const problem = await backupPlaceProblem(config, site);
  if (problem !== null) return wrong(problem, "Until that is repaired, no backup is made.");
  const { seen } = await answer().catch(() => ({ seen: null }));
  if (typeof seen?.backups === "string")
    return wrong(
      `The serving process has other rights than this command: ${seen.backups}`,
      "Add the folder to ReadWritePaths= of its unit (docs/operator/install.md), or give it to the user of the service.",
    );
  const database = await needed(open(), "Database");
  const keyring = await needed(openKeys(), "Permissions");
  const { backups } = await currentSettings({ database, keyring, settingsCache: { last: null } });
  const place = BACKUP_URL === "" ? null : blobLocation(BACKUP_URL);
  const check = place === null ? undefined : await lastCheck(database.read, place, Date.now());
  const isElsewhere = !backups.isOn && (await madeByCommand(database.read, Date.now())) === "never";
  if (isElsewhere && check?.state !== "failed")
    return ok("Backups are made in another way, as the settings say. Attestry has made none for 30 days.");
  const runs = await latestRuns(database.read, Date.now(), 100);
  const makeOne =
    BACKUP_URL === ""
      ? "Set BACKUP_URL to a place outside this machine: the site then makes a backup every day. Or run attestry backup on a schedule of your own."
      : "Check that the place of BACKUP_URL can be reached and has free space, then run attestry backup.";
  const last = runs.find(({ state }) => state === "done");
  if (!last) return wrong("No backup was made yet.", makeOne);
  const days = Math.floor((Date.now() - last.started_at) / dayMs);
  const found = `The last backup is from ${new Date(last.started_at).toISOString().slice(0, 16)}Z, in ${last.target}.`;
  if (days >= wrongDays) return wrong(`${found} That was ${days} days ago.`, makeOne);
  const [newest] = runs;
  if (last.problem !== null)
    return warning(
      `${found} ${last.problem}`,
      "If documents are missing, attestry verify lists them. Otherwise solve the problem named here, and run attestry backup.",
    );
  if (newest?.state === "failed") return warning(`${found} A later one failed: ${newest.problem}`, makeOne);
  if (check?.state === "failed")
    return warning(
      `${found} The last check of a backup failed: ${check.problem}`,
      "Remove a damaged file there and run attestry backup: it sends the file again. Then run attestry backup --check.",
    );
  if (backups.isOn && days >= warningDays) return warning(`${found} That was ${days} days ago.`, makeOne);
  const { count } = await erasuresWaiting(database.read);
  if (count > 0) {
    return warning(
      `${found} Not noted there yet: ${counted(count, "deletion")}.`,
      "If this stays, check that the place can be reached and that the site is running.",
    );
  }
  return isOnSameDisk(BACKUP_URL, config)
    ? warning(
        `${found} BACKUP_URL is on the same disk as DATA_DIR: if that disk fails, both are lost.`,
        "Set BACKUP_URL to a place on another disk or machine, and check that its disk is mounted.",
      )
    : ok(found);
}
