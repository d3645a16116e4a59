import { dayMs } from "#core/durations.ts";
import { StartRefused } from "#core/errors.ts";
import { type KeepCounts, maxDaysKept } from "#core/settings/backup-schedule.ts";
import type { Keyring } from "#sealing/keyring.ts";
import type { BlobName, BlobStore } from "#storage/blobs/blob-store.ts";
import { fileBlob, readImages } from "./at-target.ts";
import { BackupDamaged } from "./backup-damaged.ts";
import { chunkBlob } from "./row-chunks.ts";
import { isManifest, isInFuture, type Manifest, manifestsAt, readManifest } from "./manifest.ts";

/** Parses a setting such as `7d,4w,12m`. */
export function parseKeepCounts(text: string): KeepCounts {
  const keep = { days: 0, weeks: 0, months: 0 };
  const units = { d: "days", w: "weeks", m: "months" } as const;
  for (const part of text.split(",")) {
    const [, number, unit = ""] = /^\s*(\d{1,4})([dwm])\s*$/.exec(part) ?? [];
    if (number === undefined) throw new StartRefused(`"${text}" does not say what to keep: write it as 7d,4w,12m.`);
    keep[units[unit as keyof typeof units]] = Number(number);
  }
  if (keep.days + keep.weeks + keep.months === 0) throw new StartRefused(`"${text}" would keep no backup at all.`);
  return keep;
}

const periods: readonly [keyof KeepCounts, (at: Date) => string][] = [
  ["days", (at) => at.toISOString().slice(0, 10)],
  ["weeks", (at) => String(Math.floor((at.getTime() / dayMs + 3) / 7))],
  ["months", (at) => at.toISOString().slice(0, 7)],
];

/** The longest time in days that each unit can last. It limits how old a kept backup may be. */
const longest = { days: 1, weeks: 7, months: 31 } as const;

/**
 * Keeps the last backup of each of the latest days, weeks and months, and none that is older. The newest backup is always kept.
 */
export function backupsToKeep<Made extends { madeAt: string }>(backups: readonly Made[], keep: KeepCounts): Set<Made> {
  const newestFirst = backups.toSorted((a, b) => b.madeAt.localeCompare(a.madeAt));
  const kept = new Set(newestFirst.slice(0, 1));
  const newest = Date.parse(newestFirst[0]?.madeAt ?? "");
  for (const [unit, periodOf] of periods) {
    const lastOf = new Map<string, Made>();
    for (const backup of newestFirst) {
      const period = periodOf(new Date(backup.madeAt));
      const isTooOld = newest - Date.parse(backup.madeAt) > keep[unit] * longest[unit] * dayMs;
      if (!lastOf.has(period) && !isTooOld) lastOf.set(period, backup);
    }
    for (const backup of [...lastOf.values()].slice(0, keep[unit])) kept.add(backup);
  }
  return kept;
}

/** `others` were made under another secret, or by a clock that was ahead. They are not counted, and they stay. */
export type PruneResult = { removed: number; left: number; others: readonly BlobName[] };

type Backup = { name: BlobName; manifest: Manifest; madeAt: string };

/**
 * Removes the backups that need not be kept, then all files that no remaining backup names. Removes nothing if a
 * manifest is damaged, or the list of documents of one of our backups that is kept.
 */
export async function prune(target: BlobStore, keyring: Keyring, keep: KeepCounts): Promise<PruneResult> {
  const backups: Backup[] = [];
  const others: Backup[] = [];
  for (const name of await manifestsAt(target)) {
    const { manifest, isOurs } = await readManifest(target, keyring, name);
    // A backup made by somebody else or by a wrong clock must not decide which backups are kept.
    const list = isOurs && !isInFuture(name) ? backups : others;
    list.push({ name, manifest, madeAt: manifest.madeAt });
  }
  const kept = backupsToKeep(
    backups.filter(({ manifest }) => manifest.documents !== null),
    keep,
  );
  for (const backup of backups) if (isRecentDatabase(backup, keep)) kept.add(backup);
  const dropped = backups.filter((backup) => !kept.has(backup));
  // Everything is read before anything is removed.
  const used = new Set<string>();
  for (const { manifest } of kept) await addUsed(target, manifest, used, readImages);
  for (const { manifest } of others) await addUsed(target, manifest, used, readImagesIfWhole);
  for (const { name } of dropped) await target.remove(name);
  await removeUnused(target, used);
  return { removed: dropped.length, left: kept.size, others: others.map(({ name }) => name) };
}

async function addUsed(
  target: BlobStore,
  { tables, documents }: Manifest,
  used: Set<string>,
  read: typeof readImages,
): Promise<void> {
  for (const { chunks } of tables) for (const chunk of chunks) used.add(chunkBlob(chunk));
  for (const chunk of documents?.chunks ?? []) {
    // Most chunks also belong to another backup.
    if (used.has(chunkBlob(chunk))) continue;
    used.add(chunkBlob(chunk));
    for (const [image, files] of await read(target, chunk)) {
      for (const file of files) used.add(fileBlob(image, file));
    }
  }
}

/** A damaged backup of somebody else must not prevent pruning. */
async function readImagesIfWhole(target: BlobStore, chunk: string): ReturnType<typeof readImages> {
  try {
    return await readImages(target, chunk);
  } catch (error) {
    if (error instanceof BackupDamaged) return [];
    throw error;
  }
}

export const maxDatabaseDays = 30;

/**
 * True for a recent backup of the database alone, as made before a migration. It takes no other backup's place, and is
 * kept no longer than the others.
 */
function isRecentDatabase({ manifest, madeAt }: Backup, keep: KeepCounts): boolean {
  const days = Math.min(maxDatabaseDays, maxDaysKept(keep));
  return manifest.documents === null && Date.now() - Date.parse(madeAt) < days * dayMs;
}

async function removeUnused(target: BlobStore, used: ReadonlySet<string>): Promise<void> {
  const unused: BlobName[] = [];
  for await (const name of target.names()) {
    if (!used.has(name) && !isManifest(name) && !name.startsWith("erased-")) unused.push(name);
  }
  for (const name of unused) await target.remove(name);
}
