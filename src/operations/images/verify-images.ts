import { imageOfPage } from "#core/images/image-id.ts";
import type { DocumentPage } from "#core/records/candidate-record.ts";
import type { BlobName } from "#storage/blobs/blob-store.ts";
import { imageIds, type ImageRow, imagesOfPost, imagesOfRecord } from "#storage/database/images.ts";
import { postsInOrder } from "#storage/database/posts.ts";
import { recordsInOrder } from "#storage/database/records.ts";
import { everyRow } from "../paging.ts";
import type { Portal } from "../portal.ts";
import { shownPages } from "../posts/stored-post.ts";
import { openRecord } from "../records/sealed-record.ts";
import { everyBlob } from "./stored-image.ts";

export type ImagesVerdict = {
  kept: number;
  /** Images with missing rows or blobs. */
  broken: string[];
  /** Blobs of unknown images. */
  orphans: BlobName[];
};

/** Compares what records and posts show with the stored blobs, and the stored blobs with the known images. */
export async function verifyImages(portal: Portal): Promise<ImagesVerdict> {
  const { read } = portal.database;
  const stored = new Set<BlobName>();
  for await (const { name } of portal.blobs.list()) stored.add(name);
  const verdict: ImagesVerdict = { kept: 0, broken: [], orphans: [] };
  const compare = async (pages: readonly DocumentPage[], imagesOfOwner: () => Promise<ImageRow[]>) => {
    const shown = new Set(pages.map(({ image }) => imageOfPage(image) ?? image));
    if (shown.size === 0) return;
    const missing = missingOf(shown, await imagesOfOwner(), stored);
    verdict.kept += shown.size - missing.length;
    verdict.broken.push(...missing);
  };
  for await (const row of everyRow((after, atMost) => recordsInOrder(read, after, atMost))) {
    await compare(Object.values(openRecord(portal, row).documents).flat(), () => imagesOfRecord(read, row.id));
  }
  for await (const row of everyRow((after, atMost) => postsInOrder(read, after, atMost))) {
    await compare(shownPages(row.images), () => imagesOfPost(read, row.id));
  }
  const known = new Set(await imageIds(read));
  verdict.orphans = [...stored].filter((name) => !known.has(name.split(".")[0] ?? ""));
  return verdict;
}

/** Of the shown images, those with missing rows or blobs. */
function missingOf(shown: ReadonlySet<string>, rows: readonly ImageRow[], stored: ReadonlySet<BlobName>): string[] {
  const images = new Map(rows.map((image) => [image.id, image]));
  const isWhole = (id: string) =>
    everyBlob(id, images.get(id)?.page_count ?? 0).every(({ name }) => images.has(id) && stored.has(name));
  return [...shown].filter((id) => !isWhole(id));
}
