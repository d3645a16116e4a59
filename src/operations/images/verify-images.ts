import type { BlobName } from "#storage/blobs/blob-store.ts";
import { candidatesInOrder } from "#storage/database/candidates.ts";
import { imageIds, imagesOfCandidate } from "#storage/database/images.ts";
import { imageOfPage } from "#core/images/image-id.ts";
import { openCandidate } from "../candidates/sealed-candidate.ts";
import type { Portal } from "../portal.ts";
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
  const { kept, broken } = await verifyKept(portal, stored);
  const known = new Set(await imageIds(portal.database.read));
  const orphans = [...stored].filter((name) => !known.has(name.split(".")[0] ?? ""));
  return { kept, broken, orphans };
}

async function verifyKept(portal: Portal, stored: ReadonlySet<BlobName>) {
  const broken: string[] = [];
  let kept = 0;
  let last = 0;
  for (;;) {
    const rows = await candidatesInOrder(portal.database.read, last, batch);
    for (const row of rows) {
      last = row.seq;
      const pages = Object.values(openCandidate(portal, row).documents).flat();
      const shown = new Set(pages.map(({ image }) => imageOfPage(image) ?? image));
      if (shown.size === 0) continue;
      const images = new Map((await imagesOfCandidate(portal.database.read, row.id)).map((image) => [image.id, image]));
      for (const id of shown) {
        const image = images.get(id);
        const isWhole = image && everyBlob(id, image.page_count).every(({ name }) => stored.has(name));
        if (isWhole) kept += 1;
        else broken.push(id);
      }
    }
    if (rows.length < batch) return { kept, broken };
  }
}
