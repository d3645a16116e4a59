import type { BlobBatch, BlobName, BlobStore, CopiedBlob } from "#storage/blobs/blob-store.ts";
import { type Checksum, checksumOf, isSameChecksum } from "#storage/blobs/checksum.ts";
import { freeMemoryWhenSent } from "../images/stored-image.ts";

type BlobToCopy = { name: BlobName; expected?: Checksum };

type CopyTarget = {
  store: BlobStore;
  batch: BlobBatch;
  /** Blobs that were there before. They are read back and compared: their writer may have been killed. */
  there: Pick<ReadonlySet<BlobName>, "has">;
};

type CopiedOrKept = CopiedBlob & { isSent: boolean };

/** Copies blobs one after another. Stops at one that is missing, which is left out, or that is not as expected. */
export async function copyBlobs(
  from: BlobStore,
  to: CopyTarget,
  blobs: readonly BlobToCopy[],
): Promise<readonly CopiedOrKept[]> {
  const { fileOf } = from;
  const { copyFiles } = to.batch;
  if (fileOf && copyFiles && !blobs.some(({ name }) => to.there.has(name))) {
    const copied = await copyFiles(blobs.map((blob) => ({ ...blob, file: fileOf(blob.name) })));
    return copied.map((blob) => ({ ...blob, isSent: blob.isAsExpected }));
  }
  const copied: CopiedOrKept[] = [];
  for (const blob of blobs) {
    const one = await copyBytes(from, to, blob);
    if (one) copied.push(one);
    if (!one?.isAsExpected) break;
  }
  return copied;
}

async function copyBytes(
  from: BlobStore,
  { store, batch, there }: CopyTarget,
  { name, expected }: BlobToCopy,
): Promise<CopiedOrKept | null> {
  const bytes = await from.read(name);
  if (!bytes) return null;
  const found = checksumOf(bytes);
  if (expected && !isSameChecksum(found, expected)) return { name, ...found, isAsExpected: false, isSent: false };
  const isThere = there.has(name) && isSame(await store.read(name), found);
  await (isThere ? batch.keep(name) : batch.write(name, bytes));
  freeMemoryWhenSent(bytes);
  return { name, ...found, isAsExpected: true, isSent: !isThere };
}

const isSame = (bytes: Uint8Array | null, found: Checksum) =>
  bytes !== null && isSameChecksum(checksumOf(bytes), found);
