import { createHash } from "node:crypto";
import { open, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { mapOutageToUnavailable, PortalError } from "#core/errors.ts";
import { uploadLimits } from "#core/images/upload-limits.ts";
import { SealingStream, unseal } from "#sealing/seal.ts";
import { freeMemoryWhenSent, type ImageBlob } from "./stored-image.ts";

/** An upload that is still arriving, sealed piece by piece: not even a crash leaves plain bytes on the disk. */
export type EncryptedTempFile = Awaited<ReturnType<typeof receiveTempFile>>;

/** Reads a stream until it ends. Throws if it is larger than a file may be. */
export async function receiveTempFile(
  folder: string,
  bytes: AsyncIterable<Uint8Array>,
  key: Buffer,
  { name, place }: ImageBlob,
) {
  const file = join(folder, name);
  await using removal = new AsyncDisposableStack();
  // If the file cannot be removed now, a sweep removes it.
  removal.defer(() => rm(file, { force: true }).catch(() => undefined));
  const digest = createHash("sha256");
  const sealing = new SealingStream(key, place);
  let size = 0;
  {
    await using handle = await onDisk(() => open(file, "wx", 0o600));
    const write = (piece: Uint8Array) => onDisk(() => handle.writeFile(piece));
    await write(sealing.begin());
    for await (const chunk of bytes) {
      size += chunk.byteLength;
      if (size > uploadLimits.bytesInFile) throw new PortalError("file-too-large");
      digest.update(chunk);
      const sealed = sealing.update(chunk);
      await write(sealed);
      freeMemoryWhenSent(sealed);
    }
    await write(sealing.end());
  }
  if (size === 0) throw new PortalError("empty-file");
  const cleanup = removal.move();
  return {
    size,
    sha256: digest.digest(),
    /** The file as it was sent. Its memory is freed when the temp file is disposed. */
    read: async () => {
      const sealed = await onDisk(() => readFile(file));
      const opened = unseal(key, place, sealed);
      freeMemoryWhenSent(sealed);
      cleanup.defer(() => freeMemoryWhenSent(opened));
      return opened;
    },
    /** The file as it was sent, sealed for its place. */
    readSealed: () => onDisk(() => readFile(file)),
    [Symbol.asyncDispose]: () => cleanup.disposeAsync(),
  };
}

/** Removes what crashes left behind: files that are sealed under keys that no longer exist, and the folders of checks of backups. */
export async function removeOldTempFiles(folder: string, before: number): Promise<void> {
  for (const name of await onDisk(() => readdir(folder))) {
    const file = join(folder, name);
    const facts = await stat(file).catch(() => null);
    if (facts && facts.mtimeMs < before) await onDisk(() => rm(file, { force: true, recursive: true }));
  }
}

/** Throws `unavailable`, because a full disk or a missing folder is no fault of the upload. */
const onDisk = <Result>(work: () => Promise<Result>): Promise<Result> => mapOutageToUnavailable(work);
