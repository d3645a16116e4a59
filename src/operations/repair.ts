import { imageSizes } from "#core/images/image-links.ts";
import { uploadLifetimeMs } from "#core/images/upload-limits.ts";
import { seal, SealBroken } from "#sealing/seal.ts";
import type { BlobName, StoredBlob } from "#storage/blobs/blob-store.ts";
import { putLastDays } from "#storage/database/records/records.ts";
import { rowById, rowForChange, updateRow } from "#storage/database/rows.ts";
import type { ImageRow } from "#storage/database/records/images.ts";
import { everyBlob, keyUnderOwner, openBlob, originalBlob, pageBlob } from "./images/stored-image.ts";
import type { Portal } from "./portal.ts";
import { postKey } from "./posts/read-posts.ts";
import { recordKey, rightIndexes } from "./records/sealed-record.ts";

export type Damage = {
  /** Records that cannot be opened, or whose indexes do not match their numbers. */
  records: readonly string[];
  images: readonly string[];
  orphans: readonly BlobName[];
  /** What is wrong with the database itself, or why it could not be checked. Null if it is whole. */
  database: string | null;
};

/** What of the damage can be repaired from data that is whole. `lost` are the records and images that cannot. */
export type Repairs = Omit<Damage, "orphans"> & { orphans: readonly StoredBlob[]; lost: readonly string[] };

/** Finds what can be repaired. Changes nothing. */
export async function findRepairs(portal: Portal, damage: Damage): Promise<Repairs> {
  const records: string[] = [];
  const images: string[] = [];
  for (const id of damage.records) if (await doesRecordOpen(portal, id)) records.push(id);
  for (const id of damage.images) if (await openOriginal(portal, id)) images.push(id);
  const whole = new Set([...records, ...images]);
  return {
    records,
    images,
    orphans: await oldBlobs(portal, new Set(damage.orphans)),
    database: damage.database,
    lost: [...damage.records, ...damage.images].filter((id) => !whole.has(id)),
  };
}

/** A recent blob may belong to an upload that still runs. */
async function oldBlobs({ blobs, now }: Portal, names: ReadonlySet<string>): Promise<StoredBlob[]> {
  if (names.size === 0) return [];
  const before = now() - uploadLifetimeMs;
  const found: StoredBlob[] = [];
  for await (const blob of blobs.list()) if (names.has(blob.name) && blob.writtenAt < before) found.push(blob);
  return found;
}

/**
 * Repairs damage. Changes neither the audit log nor the lookup log. `onFailed` is called with what could not be
 * repaired after all.
 */
export async function repair(portal: Portal, repairs: Repairs, onFailed: (what: string, error: unknown) => void) {
  const { records, images, orphans, database } = repairs;
  const trying = async (what: string, work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      onFailed(what, error);
    }
  };
  if (database !== null) await trying("The indexes of the database", () => portal.database.rebuildIndexes());
  for (const id of records) await trying(`Record ${id}`, () => indexNumbers(portal, id));
  for (const id of images) await trying(`Image ${id}`, () => remakePages(portal, id));
  for (const { name } of orphans) await trying(`Blob ${name}`, () => portal.blobs.remove(name));
  await trying("Unfinished files", () => removeHalfWritten(portal));
}

/** Leaves the files of an upload that still runs. A served site calls this itself every ten minutes. */
export const removeHalfWritten = ({ blobs, now }: Portal): Promise<void> =>
  blobs.removeHalfWritten(now() - uploadLifetimeMs);

async function doesRecordOpen(portal: Portal, id: string): Promise<boolean> {
  const row = await rowById(portal.database.read, "candidate", id);
  return row !== undefined && rightIndexes(portal, row) !== null;
}

async function indexNumbers(portal: Portal, id: string): Promise<void> {
  await portal.database.write(async (writer) => {
    const row = await rowForChange(portal.database, writer, "candidate", id);
    const right = row && rightIndexes(portal, row);
    if (!right) return;
    await updateRow(writer, "candidate", id, right.indexes);
    await putLastDays(portal.database, writer, id, right.lastDays);
  });
}

type Original = { row: ImageRow; key: Buffer; bytes: Buffer };

/** Null unless the original opens under the key of the record or post that has the image. */
async function openOriginal(portal: Portal, id: string): Promise<Original | null> {
  const row = await rowById(portal.database.read, "image", id);
  if (!row?.wrapped_key || row.state !== "kept") return null;
  try {
    const ownerKey = await keyOfOwner(portal, row);
    if (!ownerKey) return null;
    const key = keyUnderOwner(ownerKey, id, row.wrapped_key);
    const bytes = await openBlob(portal.blobs, key, originalBlob(id));
    return bytes && { row, key, bytes };
  } catch (error) {
    if (error instanceof SealBroken) return null;
    throw error;
  }
}

async function keyOfOwner(portal: Portal, { candidate_id, post_id }: ImageRow): Promise<Buffer | null> {
  const { read } = portal.database;
  const record = candidate_id === null ? undefined : await rowById(read, "candidate", candidate_id);
  if (record) return recordKey(portal, record);
  const post = post_id === null ? undefined : await rowById(read, "post", post_id);
  return post ? postKey(portal, post) : null;
}

/** Writes only blobs that are missing or cannot be opened. The facts of the pages in the row stay. */
async function remakePages(portal: Portal, id: string): Promise<void> {
  const original = await openOriginal(portal, id);
  if (!original) return;
  const { row, key, bytes } = original;
  const { pages } = await portal.imagePipeline.publish(async () => bytes, row.published_for);
  if (pages.length !== row.page_count) throw new Error(`its original has ${pages.length} pages, not ${row.page_count}`);
  for (const [at, page] of pages.entries()) {
    for (const size of imageSizes) {
      const blob = pageBlob({ image: id, page: at + 1 }, size);
      if (await openBlob(portal.blobs, key, blob)) continue;
      await portal.blobs.write(blob.name, seal(key, blob.place, page[size]));
    }
  }
  await removeIfDeleted(portal, row);
}

/** The image may have been deleted in the meantime. */
async function removeIfDeleted({ database, blobs }: Portal, { id, page_count }: ImageRow): Promise<void> {
  const row = await rowById(database.read, "image", id);
  if (row?.state === "kept") return;
  for (const { name } of everyBlob(id, page_count)) await blobs.remove(name);
}
