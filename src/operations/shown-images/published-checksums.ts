import { PortalError } from "#core/errors.ts";
import type { ImageGrant } from "#core/images/image-links.ts";
import type { Documents } from "#core/records/record-details.ts";
import type { AnyKind } from "#core/own-fields/own-paper.ts";
import { anyKindsForStrangers } from "#core/records/visibility.ts";
import { imagesOfRecord } from "#storage/database/records/images.ts";
import { rowById } from "#storage/database/rows.ts";
import type { Portal } from "../portal/portal.ts";
import { openRecord, recordKey } from "../sealed/sealed-record.ts";
import { currentSettings } from "../portal/current-settings.ts";
import { isGranted } from "./open-image.ts";
import { keyUnderOwner, openImageFacts } from "../images/stored-image.ts";

export type PublishedChecksums = {
  kind: AnyKind;
  /** SHA-256 in hex: of each file as it was uploaded, of each page in both sizes, and of each download that was made. */
  sha256: string[];
  /** The perceptual hash of each file's first page. */
  looksLike: string[];
};

/** Returns checksums with which a browser recognizes a visitor's file, without sending the file anywhere. */
export async function publishedChecksums(
  portal: Portal,
  { record: id, grant }: { record: string; grant: ImageGrant },
): Promise<PublishedChecksums[]> {
  const row = await rowById(portal.database.read, "candidate", id);
  const record = row && openRecord(portal, row);
  const settings = await currentSettings(portal);
  if (!record || !isGranted(portal, record, grant, settings)) throw new PortalError("not-found");
  const shown = anyKindsForStrangers(record, settings);
  return checksumsOf(portal, { record, key: recordKey(portal, row), shown });
}

type OpenedRecord = { record: { id: string; documents: Documents }; key: Buffer; shown: readonly AnyKind[] };

async function checksumsOf(portal: Portal, { record, key, shown }: OpenedRecord): Promise<PublishedChecksums[]> {
  const rows = await imagesOfRecord(portal.database.read, record.id);
  const images = rows.flatMap((row) =>
    row.wrapped_key && row.state === "kept" ? [openImageFacts(row, keyUnderOwner(key, row.id, row.wrapped_key))] : [],
  );
  const found: PublishedChecksums[] = [];
  for (const kind of shown) {
    const pages = new Set(record.documents[kind]?.map(({ image }) => image));
    if (pages.size === 0) continue;
    const uploads = images.filter(({ facts }) => facts.pages.some(({ image }) => pages.has(image)));
    const downloads = images.filter(({ facts }) => facts.downloadOf !== undefined && pages.has(facts.downloadOf));
    const ofPages = uploads.flatMap(({ facts }) => (facts.pageSha256 ?? []).flatMap((page) => Object.values(page)));
    const whole = [...uploads, ...downloads].map(({ facts }) => facts.sha256);
    found.push({ kind, sha256: [...whole, ...ofPages], looksLike: uploads.map(({ facts }) => facts.perceptualHash) });
  }
  return found;
}
