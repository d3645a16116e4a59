import type { BlobName } from "#storage/blobs/blob-store.ts";
import { recordsInOrder } from "#storage/database/records.ts";
import { imageIds, type ImageRow, imagesOfRecord, imagesOfPost } from "#storage/database/images.ts";
import { postsInOrder } from "#storage/database/posts.ts";
import { imageOfPage } from "#core/images/image-id.ts";
import { openRecord } from "../records/sealed-record.ts";
import type { Portal } from "../portal.ts";
import { shownPages } from "../posts/stored-post.ts";
import { everyBlob } from "./image-blobs.ts";

export type ImagesVerdict = {
  kept: number;
  /** Images of records that are not there whole. */
  broken: string[];
  /** Blobs that belong to no image that is known of. */
  orphans: BlobName[];
};

const batch = 500;

/** Compares what records show with what is kept, and what is kept with what is known of. */
export async function verifyImages(portal: Portal): Promise<ImagesVerdict> {
  const stored = new Set<BlobName>();
  for await (const { name } of portal.blobs.list()) stored.add(name);
  const ofRecords = await verifyKept(portal, stored);
  const ofPosts = await verifyKeptByPosts(portal, stored);
  const known = new Set(await imageIds(portal.database.read));
  const orphans = [...stored].filter((name) => !known.has(name.split(".")[0] ?? ""));
  return { kept: ofRecords.kept + ofPosts.kept, broken: [...ofRecords.broken, ...ofPosts.broken], orphans };
}

async function verifyKept(portal: Portal, stored: ReadonlySet<BlobName>) {
  const broken: string[] = [];
  let kept = 0;
  let last = 0;
  for (;;) {
    const rows = await recordsInOrder(portal.database.read, last, batch);
    for (const row of rows) {
      last = row.seq;
      const pages = Object.values(openRecord(portal, row).documents).flat();
      const shown = new Set(pages.map(({ image }) => imageOfPage(image) ?? image));
      if (shown.size === 0) continue;
      const missing = missingOf(shown, await imagesOfRecord(portal.database.read, row.id), stored);
      kept += shown.size - missing.length;
      broken.push(...missing);
    }
    if (rows.length < batch) return { kept, broken };
  }
}

async function verifyKeptByPosts({ database }: Portal, stored: ReadonlySet<BlobName>) {
  const broken: string[] = [];
  let kept = 0;
  let last = 0;
  for (;;) {
    const rows = await postsInOrder(database.read, last, batch);
    for (const row of rows) {
      last = row.seq;
      const shown = new Set(shownPages(row.images).map(({ image }) => imageOfPage(image) ?? image));
      const missing = missingOf(shown, await imagesOfPost(database.read, row.id), stored);
      kept += shown.size - missing.length;
      broken.push(...missing);
    }
    if (rows.length < batch) return { kept, broken };
  }
}

/** Of the images that are shown, those that are not there whole. */
function missingOf(shown: ReadonlySet<string>, rows: readonly ImageRow[], stored: ReadonlySet<BlobName>): string[] {
  const images = new Map(rows.map((image) => [image.id, image]));
  const isWhole = (id: string) =>
    everyBlob(id, images.get(id)?.page_count ?? 0).every(({ name }) => images.has(id) && stored.has(name));
  return [...shown].filter((id) => !isWhole(id));
}
