import { StartRefused } from "#core/errors.ts";
import { type Keep, longestDays } from "#core/settings/backup-schedule.ts";
import type { Keyring } from "#sealing/keyring.ts";
import type { BlobName, BlobStore } from "#storage/blobs/blob-store.ts";
import { fileBlob, readImages } from "./at-target.ts";
import { chunkBlob } from "./row-chunks.ts";
import { isManifest, type Manifest, manifestsAt, readOwnManifest } from "./manifest.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** `7d,4w,12m`. */
export function parseKeep(text: string): Keep {
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

const periods: readonly [keyof Keep, (at: Date) => string][] = [
  ["days", (at) => at.toISOString().slice(0, 10)],
  ["weeks", (at) => String(Math.floor((at.getTime() / dayMs + 3) / 7))],
  ["months", (at) => at.toISOString().slice(0, 7)],
];

/** How old a backup may get that stays as the last of its day, week or month. */
const longest = { days: 1, weeks: 7, months: 31 } as const;

/** Of each of the latest days, weeks and months the last backup, and none that is older; the newest one always. */
export function backupsToKeep<Backup extends { madeAt: string }>(backups: readonly Backup[], keep: Keep): Set<Backup> {
  const newestFirst = backups.toSorted((a, b) => b.madeAt.localeCompare(a.madeAt));
  const kept = new Set(newestFirst.slice(0, 1));
  const newest = Date.parse(newestFirst[0]?.madeAt ?? "");
  for (const [unit, periodOf] of periods) {
    const lastOf = new Map<string, Backup>();
    for (const backup of newestFirst) {
      const period = periodOf(new Date(backup.madeAt));
      const isTooOld = newest - Date.parse(backup.madeAt) > keep[unit] * longest[unit] * dayMs;
      if (!lastOf.has(period) && !isTooOld) lastOf.set(period, backup);
    }
    for (const backup of [...lastOf.values()].slice(0, keep[unit])) kept.add(backup);
  }
  return kept;
}

/** `others` were made under another secret, or by a clock that was ahead: they are left as they are. */
export type Pruned = { removed: number; left: number; others: readonly BlobName[] };

/** Removes backups that need not stay, then all that no remaining one names. A damaged backup stays, and all with it. */
export async function prune(target: BlobStore, keyring: Keyring, keep: Keep): Promise<Pruned> {
  const backups = [];
  const others: BlobName[] = [];
  for (const name of await manifestsAt(target)) {
    const manifest = await readOwnManifest(target, keyring, name);
    // Who put others there, or whose clock was wrong, does not decide what stays.
    if (manifest) backups.push({ name, manifest, madeAt: manifest.madeAt });
    else others.push(name);
  }
  const kept = backupsToKeep(
    backups.filter(({ manifest }) => manifest.documents !== null),
    keep,
  );
  for (const backup of backups) if (isRecentDatabase(backup, keep)) kept.add(backup);
  const dropped = backups.filter((backup) => !kept.has(backup));
  // Everything is read before anything is removed.
  const used = new Set<string>();
  for (const { manifest } of kept) await addUsed(target, manifest, used);
  for (const { name } of dropped) await target.remove(name);
  await removeOthers(target, used);
  return { removed: dropped.length, left: kept.size, others };
}

async function addUsed(target: BlobStore, { tables, documents }: Manifest, used: Set<string>): Promise<void> {
  for (const { chunks } of tables) for (const chunk of chunks) used.add(chunkBlob(chunk));
  for (const chunk of documents?.chunks ?? []) {
    // Most of them are those of another backup, too.
    if (used.has(chunkBlob(chunk))) continue;
    used.add(chunkBlob(chunk));
    for (const [image, files] of await readImages(target, chunk)) {
      for (const file of files) used.add(fileBlob(image, file));
    }
  }
}

export const mostDatabaseDays = 30;

/** Of the database alone, made before a migration: it is in no other's place, and stays no longer than others. */
function isRecentDatabase({ manifest, madeAt }: { manifest: Manifest; madeAt: string }, keep: Keep): boolean {
  const days = Math.min(mostDatabaseDays, longestDays(keep));
  return manifest.documents === null && Date.now() - Date.parse(madeAt) < days * dayMs;
}

async function removeOthers(target: BlobStore, used: ReadonlySet<string>): Promise<void> {
  const unused: BlobName[] = [];
  for await (const name of target.names()) {
    if (!used.has(name) && !isManifest(name) && !name.startsWith("erased-")) unused.push(name);
  }
  for (const name of unused) await target.remove(name);
}
