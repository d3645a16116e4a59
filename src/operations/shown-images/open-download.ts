import { createHmac, hash, randomBytes } from "node:crypto";
import { PortalError } from "#core/errors.ts";
import { parsePageId } from "#core/images/image-id.ts";
import { operatorName } from "#core/settings/operator-name.ts";
import type { Settings } from "#core/settings/settings.ts";
import { system, actorId } from "#core/accounts/actor.ts";
import { isolatedInDrawing } from "#core/texts/isolated.ts";
import { m } from "#i18n/compiled/messages.js";
import { offeredLocales } from "#i18n/offered-locales.ts";
import { publishedWords } from "#i18n/published-words.ts";
import { fileHash } from "#sealing/keyed-hashes.ts";
import { seal } from "#sealing/seal.ts";
import { type ImageRow, insertImageOnce, markArrived } from "#storage/database/records/images.ts";
import type { Writer } from "#storage/database/database.ts";
import { rowById, rowForChange } from "#storage/database/rows.ts";
import type { Portal } from "../portal/portal.ts";
import { openRecord } from "../sealed/sealed-record.ts";
import { type ImageViewer, openImage, recordWithPage } from "./open-image.ts";
import { deleteMarkedImages } from "../images/remove-images.ts";
import {
  type ImageFacts,
  sealedFacts,
  keyUnderOwner,
  openBlob,
  openImageFacts,
  originalBlob,
  wrapUnderOwner,
} from "../images/stored-image.ts";
import { officeZone } from "../portal/office-time.ts";

export type Download = { bytes: Buffer<ArrayBuffer>; name: string };

type RecordWithPage = NonNullable<Awaited<ReturnType<typeof recordWithPage>>>;

/** The downloads that this process is making. Of many requests for the same download, only one makes it. */
const underWay = new Map<string, Promise<Buffer<ArrayBuffer>>>();

/**
 * Returns a shown page with a strip below it that says who published it, and when. The first request stores it, so that
 * its bytes never change.
 */
export async function openDownload(
  portal: Portal,
  page: string,
  viewer: ImageViewer & { grant: unknown },
): Promise<Download> {
  const found = await recordWithPage(portal, page, viewer);
  const publishedAt = found?.record.approvedAt ?? null;
  if (!found || publishedAt === null) throw new PortalError("not-found");
  const { contentSince } = found.record;
  const lines = stripLines(portal, found.settings.operator, { publishedAt, contentSince });
  const id = idOf(found.key, page, lines);
  const making = underWay.get(id) ?? storedOrMade(portal, found, { id, page, lines, viewer });
  underWay.set(id, making);
  try {
    return { bytes: await making, name: `${found.kind}-${parsePageId(page)?.page ?? 1}` };
  } finally {
    underWay.delete(id);
  }
}

/** In both languages, because nobody knows who will read the strip. */
function stripLines(
  portal: Portal,
  operator: Settings["operator"],
  record: Parameters<typeof publishedWords>[1],
): string[] {
  const { publicOrigin } = portal;
  const zone = officeZone(portal);
  const site = new URL(publicOrigin).host;
  const name = isolatedInDrawing(operatorName(operator, publicOrigin));
  return offeredLocales.map((locale) => {
    return `${publishedWords(name, record, { locale, zone })} ${m.download_strip({ site }, { locale })}`;
  });
}

/**
 * The id of a download. It is the same for the same strip, in every process. Nobody can find it without the key of the page.
 */
const idOf = (imageKey: Buffer, page: string, lines: readonly string[]): string =>
  createHmac("sha256", imageKey)
    .update(["download", page, ...lines].join("\0"))
    .digest("hex")
    .slice(0, 32);

type WantedDownload = { id: string; page: string; lines: readonly string[]; viewer: ImageViewer };

async function storedOrMade(
  portal: Portal,
  found: RecordWithPage,
  wanted: WantedDownload,
): Promise<Buffer<ArrayBuffer>> {
  const stored = await rowById(portal.database.read, "image", wanted.id);
  const bytes = stored?.state === "kept" ? await openStored(portal, found, stored) : null;
  return bytes ?? make(portal, found, wanted);
}

async function openStored(portal: Portal, { ownerKey }: RecordWithPage, { id, wrapped_key }: ImageRow) {
  if (!wrapped_key) return null;
  const bytes = await openBlob(portal.blobs, keyUnderOwner(ownerKey, id, wrapped_key), originalBlob(id));
  return bytes as Buffer<ArrayBuffer> | null;
}

/**
 * If two processes make the same download, the first one decides on the bytes: its row has their checksum. The row is
 * written before the blob.
 */
async function make(
  portal: Portal,
  found: RecordWithPage,
  { id, page, lines, viewer }: WantedDownload,
): Promise<Buffer<ArrayBuffer>> {
  using image = await openImage(portal, { page, size: "reading", viewer });
  const bytes = Buffer.from(await portal.drawings.draw({ kind: "download", page: image.bytes, lines }));
  const row = await portal.database.write(async (writer) => {
    await refuseChanged(portal, writer, found, page);
    return insertImageOnce(writer, rowOf(portal, found, { id, page, bytes }));
  });
  const key = row.wrapped_key && keyUnderOwner(found.ownerKey, id, row.wrapped_key);
  if (!key) throw new PortalError("not-found");
  if (openImageFacts(row, key).facts.sha256 !== hash("sha256", bytes)) {
    const stored = await openStored(portal, found, row);
    if (stored) return stored;
    throw new PortalError("unavailable");
  }
  const { name, place } = originalBlob(id);
  await portal.blobs.write(name, seal(key, place, bytes));
  if (row.state === "arriving") await keep(portal, id);
  return bytes;
}

/** Throws if the record no longer shows the page. Locks the record until the row of its download is written. */
async function refuseChanged(portal: Portal, writer: Writer, { record }: RecordWithPage, page: string): Promise<void> {
  const row = await rowForChange(portal.database, writer, "candidate", record.id);
  const documents = row ? openRecord(portal, row).documents : {};
  const isThere = Object.values(documents).some((pages) => pages.some(({ image }) => image === page));
  if (!isThere) throw new PortalError("not-found");
}

function rowOf(
  portal: Portal,
  { ownerKey, record }: RecordWithPage,
  download: { id: string; page: string; bytes: Buffer },
) {
  const { id, page, bytes } = download;
  const key = randomBytes(32);
  const sha256 = hash("sha256", bytes);
  const facts: ImageFacts = {
    use: "paper",
    format: "jpeg",
    size: bytes.byteLength,
    sha256,
    perceptualHash: "",
    pages: [],
    downloadOf: page,
  };
  return {
    id,
    state: "arriving",
    candidate_id: record.id,
    uploaded_by: actorId(system("download")),
    uploaded_at: portal.now(),
    published_for: facts.use,
    page_count: 0,
    key_set: null,
    wrapped_key: wrapUnderOwner(ownerKey, id, key),
    sealed: sealedFacts.seal(key, { id }, facts),
    file_hash: fileHash(portal.keyring.current, record.registry, sha256),
  } as const;
}

/**
 * Another process may already have kept the download. If the record was deleted in the meantime, nothing of the download stays.
 */
async function keep(portal: Portal, id: string): Promise<void> {
  try {
    await portal.database.write((writer) => markArrived(writer, id, "kept", portal.documentsMovedAt));
  } catch (error) {
    if ((await rowById(portal.database.read, "image", id))?.state === "kept") return;
    await deleteMarkedImages(portal, [{ id, page_count: 0 }]);
    throw error;
  }
}
