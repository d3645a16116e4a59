import { counted } from "#core/counted.ts";
import { isOnSameDisk } from "#server/backup-place.ts";
import { latestRuns } from "#storage/database/backup-runs.ts";
import { erasuresWaiting } from "#storage/database/erasures.ts";
import { type Finding, needed, ok, type SiteParts, warning, wrong } from "./finding.ts";

const dayMs = 24 * 60 * 60 * 1000;
const warningDays = 2;
const wrongDays = 8;

/** Checks what the database says about backups. Only `attestry backup --check` finds out whether one can be restored. */
export async function checkBackups({ config, database: open }: SiteParts): Promise<Finding> {
  const { BACKUP_URL } = config;
  const database = await needed(open(), "Database");
  const runs = await latestRuns(database.read, 100);
  const makeOne =
    BACKUP_URL === ""
      ? "Set BACKUP_URL to a place that is not this machine: the site then makes one every day. Or run attestry backup by a clock of your own."
      : "See whether the place of BACKUP_URL can be reached and has room, then run attestry backup.";
  const last = runs.find(({ state }) => state === "done");
  if (!last) return wrong("No backup was made yet.", makeOne);
  const days = Math.floor((Date.now() - last.started_at) / dayMs);
  const found = `The last one is from ${new Date(last.started_at).toISOString().slice(0, 16)}Z, to ${last.target}.`;
  if (days >= wrongDays) return wrong(`${found} That was ${days} days ago.`, makeOne);
  const [newest] = runs;
  if (last.problem !== null) return warning(`${found} ${last.problem}`, "attestry verify names them.");
  if (newest?.state === "failed") return warning(`${found} A later one failed: ${newest.problem}`, makeOne);
  if (days >= warningDays) return warning(`${found} That was ${days} days ago.`, makeOne);
  const { count } = await erasuresWaiting(database.read);
  if (count > 0) {
    return warning(
      `${found} Not written down there yet: ${counted(count, "deletion")}.`,
      "See whether the place can be reached.",
    );
  }
  return isOnSameDisk(BACKUP_URL, config)
    ? warning(
        `${found} BACKUP_URL is on the same disk as DATA_DIR: if it fails, both are lost.`,
        "Set BACKUP_URL to a place on another disk or machine, and see that its disk is mounted.",
      )
    : ok(found);
}
