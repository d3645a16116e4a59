import { forEachConcurrently } from "#core/semaphore.ts";
import type { BlobBatch } from "#storage/blobs/blob-store.ts";
import { rowsWithIds } from "#storage/database/rows.ts";
import { everyBlob } from "../images/stored-image.ts";
import type { Portal } from "../portal/portal.ts";
import { type AtTarget, type SavedFile, encodeFiles } from "./at-target.ts";
import { copyBlobs } from "./copy-blobs.ts";
import type { Manifest } from "./manifest.ts";
import { chunksOf } from "./row-chunks.ts";
import { type ImageToSave, saveChunks, type SavingTo } from "./save-rows.ts";

type SavedDocuments = NonNullable<Manifest["documents"]>;

/** How many images are copied at once. */
const atOnce = 16;

const columns = [
  { name: "image", isBytes: false },
  { name: "files", isBytes: false },
];

/** Copies the files of images that the target lacks. `someDeleted` is true if files were deleted since the rows were read. */
export async function saveDocuments(
  portal: Pick<Portal, "database" | "blobs">,
  images: readonly ImageToSave[],
  to: SavingTo,
  onImages: (images: number) => void,
): Promise<{ documents: SavedDocuments; someDeleted: boolean }> {
  const documents: SavedDocuments = { images: 0, files: 0, bytes: 0, missing: [], chunks: [] };
  const gone: string[] = [];
  const batch = to.target.beginBatch();
  await forEachConcurrently(images, atOnce, async (image) => {
    const files = await copyImage(portal, image, to, batch);
    if (files) count(documents, files);
    else gone.push(image.id);
    onImages(1);
  });
  await batch.finish();
  const present = images.flatMap(({ id }) => listed(id, to.there));
  const { chunks } = await saveChunks("documents", chunksOf(columns, [0], inBatches(present)), to);
  const missing = await stillThere(portal, gone);
  return { documents: { ...documents, chunks, missing }, someDeleted: missing.length < gone.length };
}

function listed(id: string, { images }: AtTarget): [string, string][] {
  const files = images.get(id);
  return files ? [[id, encodeFiles(files)]] : [];
}

async function* inBatches<Item>(items: Item[]): AsyncGenerator<Item[], void> {
  yield items;
}

function count(documents: SavedDocuments, files: readonly SavedFile[]): void {
  documents.images += 1;
  documents.files += files.length;
  for (const { size } of files) documents.bytes += size;
}

/** Null if one of the image's files is not in the store. */
async function copyImage(
  { blobs: from }: Pick<Portal, "blobs">,
  { id, pages }: ImageToSave,
  to: SavingTo,
  batch: BlobBatch,
) {
  const { there } = to;
  const known = there.images.get(id);
  if (known) return known;
  const blobs = everyBlob(id, pages);
  const copied = await copyBlobs(from, { store: to.target, batch, there: there.unnamed }, blobs);
  for (const { isSent, size } of copied) if (isSent) to.sent(size);
  if (copied.length < blobs.length) return null;
  const files = copied.map(({ name, size, sha256 }) => ({ suffix: name.slice(id.length + 1), size, sha256 }));
  there.images.set(id, files);
  there.written.images.add(id);
  return files;
}

/** Returns those images without files that the site still shows. The others were deleted while the backup ran. */
async function stillThere({ database }: Pick<Portal, "database">, ids: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (let from = 0; from < ids.length; from += 500) {
    const rows = await rowsWithIds(database.read, "image", ids.slice(from, from + 500));
    for (const { id, state } of rows) if (state === "kept" || state === "waiting") found.push(id);
  }
  return found;
}
