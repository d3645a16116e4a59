import { hash } from "node:crypto";
import { imageSizes } from "#core/images/image-links.ts";
import { sealJson } from "#sealing/sealed-json.ts";
import { imagesOfRecord } from "#storage/database/records/images.ts";
import type { RecordRow } from "#storage/database/records/records.ts";
import { rowForChange, updateRow } from "#storage/database/rows.ts";
import type { Portal } from "../portal.ts";
import { recordKey } from "../records/sealed-record.ts";
import {
  imageFactsPlace,
  openBlob,
  type OpenedImage,
  openedImages,
  pageBlob,
  type PageSha256,
} from "./stored-image.ts";

/** Returns the SHA-256 of each page. For an image that an earlier version stored, the hashes are made now and stored. */
export async function pageSha256(portal: Portal, { row, key, facts }: OpenedImage): Promise<PageSha256[]> {
  if (facts.pageSha256) return facts.pageSha256;
  const made: PageSha256[] = [];
  for (const page of facts.pages.keys()) {
    const [reading, list] = await Promise.all(
      imageSizes.map((size) => openBlob(portal.blobs, key, pageBlob({ image: row.id, page: page + 1 }, size))),
    );
    // `verify` reports the missing page. The hashes of the pages before it can be compared anyway.
    if (!reading || !list) return made;
    made.push({ reading: hash("sha256", reading), list: hash("sha256", list) });
  }
  const sealed = sealJson(key, imageFactsPlace(row.id), { ...facts, pageSha256: made });
  await portal.database.write(async (writer) => {
    const now = await rowForChange(portal.database, writer, "image", row.id);
    if (now?.sealed && row.sealed && Buffer.compare(now.sealed, row.sealed) === 0)
      await updateRow(writer, "image", row.id, { sealed });
  });
  return made;
}

/** Makes the missing page hashes for every image of a record. */
export async function hashPagesOf(portal: Portal, record: Pick<RecordRow, "id" | "wrapped_key">): Promise<void> {
  const rows = await imagesOfRecord(portal.database.read, record.id);
  for (const image of openedImages(rows, recordKey(portal, record))) {
    if (image.facts.downloadOf === undefined) await pageSha256(portal, image);
  }
}
