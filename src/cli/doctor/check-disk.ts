import { stat, statfs } from "node:fs/promises";
import type { Config } from "#config";
import { dayMs } from "#core/durations.ts";
import { counted } from "#core/counted.ts";
import { imageSizes } from "#core/images/image-links.ts";
import { imagesSince } from "#storage/database/records/images.ts";
import { databaseFile } from "#storage/database/open-database.ts";
import { type Finding, ok, type SiteParts, warning, wrong } from "./finding.ts";
import { blobFolder } from "./open-parts.ts";

const gigabyte = 1024 ** 3;

/** The space that a start, a write-ahead log and a day's uploads need at least. */
const minFree = gigabyte / 2;

type Disk = { path: string; free: number; share: number };

export async function checkDisk(site: SiteParts): Promise<Finding> {
  const documents = blobFolder(site.config);
  const disks = await disksOf(site.config);
  if (disks.size === 0) return wrong("There is no disk to check.", "Check DATA_DIR.");
  const all = [...new Set(disks.values())];
  const perDay = await growth(site).catch(() => null);
  const free = documents === null ? undefined : disks.get(documents)?.free;
  const days = perDay === null || perDay === 0 || free === undefined ? null : Math.floor(free / perDay);
  const found = `${all.map(asText).join("; ")}. ${asGrowth(perDay, days)}`;
  const makeRoom =
    "Free some space, or move DATA_DIR or BLOB_URL to a larger disk. A full disk stops uploads and changes.";
  if (all.some((disk) => disk.free < minFree) || (days !== null && days < 14)) return wrong(found, makeRoom);
  if (all.some(({ share }) => share < 0.05) || (days !== null && days < 90)) return warning(found, makeRoom);
  return ok(found);
}

/** The share that is free on the fullest of the site's disks. */
export async function freeDiskShare(config: Config): Promise<number> {
  return Math.min(...(await disksOf(config)).values().map(({ share }) => share));
}

/** The disk of each folder of the site that exists. */
async function disksOf(config: Config): Promise<Map<string, Disk>> {
  const paths = [
    config.DATA_DIR,
    databaseFile(config.DATABASE_URL, config.DATA_DIR) ?? config.DATA_DIR,
    blobFolder(config) ?? config.DATA_DIR,
  ];
  const byDevice = new Map<number, Disk>();
  const byPath = new Map<string, Disk>();
  for (const path of paths) {
    const found = await stat(path).catch(() => null);
    if (!found) continue;
    const { dev } = found;
    const { bavail, blocks, bsize } = await statfs(path);
    const disk = byDevice.get(dev) ?? { path, free: bavail * bsize, share: bavail / blocks };
    byDevice.set(dev, disk);
    byPath.set(path, disk);
  }
  return byPath;
}

const asText = ({ path, free, share }: Disk) => `${gigabytes(free)} free (${Math.floor(share * 100)} %) at ${path}`;

const gigabytes = (bytes: number) => `${(bytes / gigabyte).toFixed(1)} GB`;

function asGrowth(perDay: number | null, days: number | null): string {
  if (perDay === null) return "The growth of documents is not known: see Database and Documents.";
  const grown = `Documents grow by ${gigabytes(perDay * 30)} in 30 days`;
  return days === null
    ? `${grown}.`
    : `${grown}: full in ${days > 3650 ? "more than 10 years" : counted(days, "day")}.`;
}

/** How many blobs are read for their mean size: enough, and still fast if each is requested from a distant store. */
const sample = 1000;

/** Growth of the documents in bytes a day, from the uploads of the last 30 days and the mean size of blobs. */
async function growth({ database, blobs }: SiteParts): Promise<number> {
  const since = Date.now() - 30 * dayMs;
  const { images, pages, firstAt } = await imagesSince((await database()).read, since);
  let [count, size] = [0, 0];
  for await (const blob of (await blobs()).list()) {
    count += 1;
    size += blob.size;
    if (count === sample) break;
  }
  if (count === 0 || firstAt === null) return 0;
  const days = Math.max(1, Math.min(30, (Date.now() - firstAt) / dayMs));
  return ((images + pages * imageSizes.length) * (size / count)) / days;
}
