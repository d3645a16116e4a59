import { createHash } from "node:crypto";
import { open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { PortalError } from "#core/errors.ts";
import { uploadLimits } from "#core/images/upload-limits.ts";
import { SealingStream } from "#sealing/sealing-stream.ts";
import { unseal } from "#sealing/seal.ts";
import type { ImageBlob } from "./image-blobs.ts";

/** An upload on its way in, sealed as it comes: not even a crash leaves a scan in clear on the disk. */
export type SealedDraft = AsyncDisposable & {
  size: number;
  sha256: Buffer;
  /** The file as it was sent. */
  read: () => Promise<Buffer>;
  /** The same, sealed for its place. */
  readSealed: () => Promise<Buffer>;
};

/** Takes a stream in until it ends, or until it is more than a file may be. */
export async function receiveDraft(
  folder: string,
  bytes: AsyncIterable<Uint8Array>,
  key: Buffer,
  { name, place }: ImageBlob,
): Promise<SealedDraft> {
  const file = join(folder, name);
  await using removal = new AsyncDisposableStack();
  removal.defer(() => rm(file, { force: true }));
  const digest = createHash("sha256");
  const sealing = new SealingStream(key, place);
  let size = 0;
  {
    await using handle = await open(file, "wx", 0o600);
    await handle.write(sealing.begin());
    for await (const chunk of bytes) {
      size += chunk.byteLength;
      if (size > uploadLimits.bytesInFile) throw new PortalError("file-too-large");
      digest.update(chunk);
      await handle.write(sealing.update(chunk));
    }
    await handle.write(sealing.end());
  }
  if (size === 0) throw new PortalError("empty-file");
  const kept = removal.move();
  return {
    size,
    sha256: digest.digest(),
    read: async () => unseal(key, place, await readFile(file)),
    readSealed: () => readFile(file),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}
