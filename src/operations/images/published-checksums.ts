import { hash } from "node:crypto";
import { PortalError } from "#core/errors.ts";
import { type ImageGrant, imageSizes } from "#core/images/image-links.ts";
import type { Documents } from "#core/records/candidate-record.ts";
import type { DocumentKind } from "#core/records/document-kinds.ts";
import { sealJson } from "#sealing/sealed-json.ts";
import { imagesOfRecord } from "#storage/database/images.ts";
import { rowById, rowForChange, updateRow } from "#storage/database/rows.ts";
import type { Portal } from "../portal.ts";
import { openRecord, recordKey } from "../records/sealed-record.ts";
import { publicSettings } from "../settings/current-settings.ts";
import { isGranted } from "./open-image.ts";
import {
  imageFactsPlace,
  keyUnderOwner,
  openBlob,
  type OpenedImage,
  openImageFacts,
  pageBlob,
  type PageSha256,
} from "./stored-image.ts";

/** What is known of the files of one shown document. */
export type PublishedChecksums = {
  kind: DocumentKind;
  /** SHA-256 in hex: of each file as it was uploaded, of each page in both sizes, of each download that was made. */
  sha256: string[];
  /** The perceptual hash of each file's first page. */
  looksLike: string[];
};

/** By these a browser recognizes a file that somebody has, without sending it anywhere. */
export async function publishedChecksums(
  portal: Portal,
  { record: id, grant }: { record: string; grant: ImageGrant },
): Promise<PublishedChecksums[]> {
  const row = await rowById(portal.database.read, "candidate", id);
  const record = row && openRecord(portal, row);
  if (!record || !isGranted(portal, record, grant)) throw new PortalError("not-found");
  const { shownKinds } = await publicSettings(portal);
  return checksumsOf(portal, { record, key: recordKey(portal, row), shownKinds });
}

type Asked = { record: { id: string; documents: Documents }; key: Buffer; shownKinds: readonly DocumentKind[] };

export async function checksumsOf(portal: Portal, { record, key, shownKinds }: Asked): Promise<PublishedChecksums[]> {
  const rows = await imagesOfRecord(portal.database.read, record.id);
  const images = rows.flatMap((row) =>
    row.wrapped_key && row.state === "kept" ? [openImageFacts(row, keyUnderOwner(key, row.id, row.wrapped_key))] : [],
  );
  const found: PublishedChecksums[] = [];
  for (const kind of shownKinds) {
    const pages = new Set(record.documents[kind]?.map(({ image }) => image));
    if (pages.size === 0) continue;
    const uploads = images.filter(({ facts }) => facts.pages.some(({ image }) => pages.has(image)));
    const downloads = images.filter(({ facts }) => facts.downloadOf !== undefined && pages.has(facts.downloadOf));
    const ofPages: string[] = [];
    for (const upload of uploads)
      for (const page of await pageSha256(portal, upload)) ofPages.push(...Object.values(page));
    const whole = [...uploads, ...downloads].map(({ facts }) => facts.sha256);
    found.push({ kind, sha256: [...whole, ...ofPages], looksLike: uploads.map(({ facts }) => facts.perceptualHash) });
  }
  return found;
}

/** Made now, and kept, for an image that an earlier version stored. */
async function pageSha256(portal: Portal, image: OpenedImage): Promise<PageSha256[]> {
  const { row, key, facts } = image;
  if (facts.pageSha256) return facts.pageSha256;
  const made: PageSha256[] = [];
  for (const page of facts.pages.keys()) {
    const [reading, list] = await Promise.all(
      imageSizes.map((size) => openBlob(portal.blobs, key, pageBlob({ image: row.id, page: page + 1 }, size))),
    );
    // Verify names it. The rest can be compared all the same.
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
