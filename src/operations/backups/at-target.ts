import type { Keyring } from "#sealing/keyring.ts";
import { type BlobName, blobName, type BlobStore } from "#storage/blobs/blob-store.ts";
import { StartRefused } from "#core/errors.ts";
import { hasBackupAt } from "#storage/database/backup-runs.ts";
import type { Portal } from "../portal/portal.ts";
import { BackupDamaged } from "./backup-damaged.ts";
import { beginLedger, completeLedger, hasLedger, isLedgerOfOtherSecret, ledgerIsMissing } from "./erasures.ts";
import { type Manifest, isManifest, manifestsAt, readOwnManifest } from "./manifest.ts";
import { chunkBlob, unpacked } from "./row-chunks.ts";

/** One file of an image at the target: the end of its name, its size and its checksum. */
export type SavedFile = { suffix: string; size: number; sha256: string };

export const fileBlob = (image: string, { suffix }: Pick<SavedFile, "suffix">): BlobName =>
  blobName(`${image}.${suffix}`);

/** Returns the image that a blob belongs to. Null for a blob of the backups themselves. */
export const imageOf = (name: BlobName): string | null => /^([0-9a-f]{32})\./.exec(name)?.[1] ?? null;

export const encodeFiles = (files: readonly SavedFile[]): string =>
  files.map(({ suffix, size, sha256 }) => `${suffix} ${size} ${sha256}`).join("\n");

function readFiles(text: unknown): SavedFile[] {
  return String(text)
    .split("\n")
    .map((line) => {
      const [suffix = "", size, sha256 = ""] = line.split(" ");
      return { suffix, size: Number(size), sha256 };
    });
}

/** What earlier backups have left at the target. */
export type AtTarget = {
  chunks: Set<string>;
  /** Images whose files are all at the target, as the latest backup lists them. */
  images: Map<string, readonly SavedFile[]>;
  /** The sizes of files that no backup lists: a backup that was killed has sent them. */
  unnamed: Map<BlobName, number>;
  /** What this backup itself wrote. At the end, everything that it does not name is removed again. */
  written: { chunks: Set<string>; images: Set<string> };
  latest: Manifest | null;
};

type Site = Pick<Portal, "database" | "keyring">;

export async function readTarget(site: Site, target: BlobStore, location?: string): Promise<AtTarget> {
  const chunks = new Set<string>();
  const files = new Map<string, number>();
  const manifests: BlobName[] = [];
  await claimPlace(site, target, location);
  for await (const name of target.names()) {
    const image = imageOf(name);
    if (image !== null) files.set(image, (files.get(image) ?? 0) + 1);
    else if (name.startsWith("rows-")) chunks.add(name.slice(5));
    else if (isManifest(name)) manifests.push(name);
  }
  const { latest, withDocuments } = await latestOwn(target, site.keyring, manifests);
  const images = new Map<string, readonly SavedFile[]>();
  for (const sha256 of withDocuments?.documents?.chunks ?? []) {
    // A chunk that cannot be read is saved again.
    const listed = await readImages(target, sha256).catch(() => void chunks.delete(sha256));
    if (!listed) continue;
    for (const [image, saved] of listed) if (files.get(image) === saved.length) images.set(image, saved);
  }
  const unnamed = files.size > images.size ? await sizesOfOthers(target, images) : new Map<BlobName, number>();
  return { chunks, images, unnamed, written: { chunks: new Set(), images: new Set() }, latest };
}

async function sizesOfOthers(target: BlobStore, images: AtTarget["images"]): Promise<Map<BlobName, number>> {
  const sizes = new Map<BlobName, number>();
  for await (const { name, size } of target.list()) {
    const image = imageOf(name);
    if (image !== null && !images.has(image)) sizes.set(name, size);
  }
  return sizes;
}

/**
 * Claims a place for backups. A place must be empty when the first backup is made there: so backups are never mixed
 * with other files, and no other file is ever removed. A place that had backups and is empty now may be the folder on
 * which their disk is mounted.
 */
export async function claimPlace(site: Site, target: BlobStore, location: string | undefined): Promise<void> {
  if (!(await isFreePlace(site, target, location))) return;
  await beginLedger(site, target);
  await completeLedger(site, target);
}

/** Throws if no backup of this site can go here. True if nothing is here yet. */
export async function isFreePlace(site: Site, target: BlobStore, location: string | undefined): Promise<boolean> {
  const place = location ?? "This place";
  const { done: isEmpty = false } = await target.names()[Symbol.asyncIterator]().next();
  const isKnown = location !== undefined && (await hasBackupAt(site.database.read, location));
  if (isEmpty && isKnown) {
    throw new StartRefused(
      `${place} had backups before, and now it is empty. Is its disk mounted? To start with an empty place, run "attestry backup --begin-anew".`,
    );
  }
  if (isEmpty) return true;
  if (!(await hasLedger(target))) {
    throw new StartRefused(
      (await manifestsAt(target)).length > 0
        ? `${place} has backups, and ${ledgerIsMissing}`
        : `${place} contains other files than backups. Choose an empty one.`,
    );
  }
  // After a change of the secret, the list that we wrote ourselves may still be under the former one.
  if (location !== undefined && !isKnown && (await isLedgerOfOtherSecret(site, target))) {
    throw new StartRefused(
      `${place} has backups of another site, or of this one under a secret that was not given. Choose an empty one, or add that secret after the others.`,
    );
  }
  return false;
}

export async function readImages(target: BlobStore, sha256: string): Promise<[image: string, files: SavedFile[]][]> {
  const { rows } = await unpacked(sha256, await target.read(chunkBlob(sha256)));
  return rows.map(([image, files]) => [String(image), readFiles(files)]);
}

/** Returns our newest backup that is whole, and our newest one that also has documents. */
async function latestOwn(target: BlobStore, keyring: Keyring, names: readonly BlobName[]) {
  let latest: Manifest | null = null;
  for (const name of names.toSorted().toReversed()) {
    try {
      const manifest = await readOwnManifest(target, keyring, name);
      latest ??= manifest;
      if (manifest?.documents) return { latest, withDocuments: manifest };
    } catch (error) {
      if (!(error instanceof BackupDamaged)) throw error;
    }
  }
  return { latest, withDocuments: null };
}
