import { createInterface } from "node:readline/promises";
import type { Config } from "#config";
import { StartRefused } from "#core/errors.ts";
import { reasonOf } from "#core/reason-of.ts";
import { noteRun } from "#operations/backups/backup-runs.ts";
import { makeBackup } from "#operations/backups/make-backup.ts";
import { openBackupPlace } from "#server/backup-place.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { type Damage, findRepairs, removeHalfWritten, repair, type Repairs } from "#operations/upkeep/repair.ts";
import { openStopSignal } from "./stop-signal.ts";

export type RepairOptions = { yes: boolean; noBackup: boolean };

/** Lists the repairs, makes a backup, asks, and repairs. Returns false if there is nothing to repair. */
export async function repairAfterAsking(
  portal: Portal,
  config: Config,
  damage: Damage,
  options: RepairOptions,
): Promise<boolean> {
  const repairs = await findRepairs(portal, damage);
  const list = listOf(repairs, "planned");
  for (const id of repairs.lost) console.error(`${id} cannot be repaired; restore it from a backup.`);
  if (list.length === 0) {
    await removeHalfWritten(portal);
    console.log("There is nothing to repair.");
    return false;
  }
  console.log(inLines("Repairs:", list));
  if (!options.noBackup) await backUp(portal, config);
  if (!options.yes) await ask();
  const repaired = listOf(
    await repair(portal, repairs, (what, error) => console.error(`${what} could not be repaired: ${reasonOf(error)}.`)),
    "done",
  );
  console.log(repaired.length === 0 ? "Nothing was repaired." : inLines("Repaired:", repaired));
  console.log("Everything is checked again:");
  return true;
}

const inLines = (head: string, lines: readonly string[]) => [head, ...lines.map((line) => `  ${line}`)].join("\n");

function listOf(
  { records, revisions, images, undone, older, orphans, database }: Repairs,
  when: "planned" | "done",
): string[] {
  const megabytes = (orphans.reduce((sum, { size }) => sum + size, 0) / 1e6).toFixed(1);
  const verb = when === "planned" ? "will be" : "were";
  return [
    ...(database === null ? [] : [`All indexes of the database and of searches ${verb} rebuilt: ${database}.`]),
    ...records.map((id) => `The indexes of record ${id} ${verb} made again.`),
    ...revisions.map((id) => `The changes of record ${id} that wait, which cannot be opened, ${verb} thrown away.`),
    ...undone.map((seq) => `The columns of statement ${seq}, which the public log withdrew, ${verb} set again.`),
    ...older.map(
      (name) => `The notes about an older database of ${name} ${verb} ended: nothing that it lost comes back.`,
    ),
    ...images.map((id) => `The damaged parts of image ${id} ${verb} made again from its original.`),
    ...(orphans.length === 0 ? [] : [`Blobs without an image ${verb} removed: ${orphans.length} (${megabytes} MB).`]),
  ];
}

async function backUp(portal: Portal, config: Config): Promise<void> {
  if (config.BACKUP_URL === "") {
    throw new StartRefused(
      "Nothing was repaired, because a repair needs a backup first. Set BACKUP_URL, or make a backup and use --no-backup.",
    );
  }
  const { store, shown } = await openBackupPlace("", config);
  await using target = store;
  using stop = openStopSignal();
  const { name } = await noteRun(portal, shown, () =>
    stop.orStopped(makeBackup(portal, target, { location: shown })),
  ).catch((error: unknown) => {
    stop.endIfStopped("Stopped: nothing was repaired.");
    throw error;
  });
  console.log(`The backup ${name} was made.`);
}

async function ask(): Promise<void> {
  if (!process.stdin.isTTY)
    throw new StartRefused("Nothing was repaired. Use --yes, or run the command in a terminal, where it asks.");
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await lines.question("Repair all of this? Type yes: ");
  lines.close();
  if (answer.trim().toLowerCase() !== "yes") throw new StartRefused("Nothing was repaired.");
}
