import { createHash, randomBytes } from "node:crypto";
import { type FileHandle, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { RandomAccessReader } from "yauzl";
import { mapOutageToUnavailable, PortalError } from "#core/errors.ts";
import { zipLimits } from "#core/imports/table.ts";
import { seal, unseal } from "#sealing/seal.ts";

/** How many bytes are sealed together. So one entry of an archive can be read without the others. */
const pieceBytes = 65_536;
const sealedBytes = seal(randomBytes(32), "", Buffer.alloc(pieceBytes)).byteLength;

/** Stores an archive while it is unpacked, encrypted under a key that exists only in memory. */
export async function receiveZipFile(folder: string, bytes: AsyncIterable<Uint8Array>) {
  await using removal = new AsyncDisposableStack();
  const file = join(folder, `${randomBytes(16).toString("hex")}.zip`);
  // If the file cannot be removed now, a sweep removes it.
  removal.defer(() => rm(file, { force: true }).catch(() => undefined));
  const handle = await mapOutageToUnavailable(() => open(file, "wx+", 0o600));
  removal.defer(() => handle.close());
  const key = randomBytes(32);
  const digest = createHash("sha256");
  let size = 0;
  let pieces = 0;
  for await (const piece of inPieces(bytes)) {
    size += piece.byteLength;
    if (size > zipLimits.bytes) throw new PortalError("archive-too-large");
    digest.update(piece);
    await mapOutageToUnavailable(() => handle.write(seal(key, String(pieces), piece)));
    pieces += 1;
  }
  if (size === 0) throw new PortalError("empty-file");
  const kept = removal.move();
  return {
    size,
    sha256: digest.digest("hex"),
    reader: new SealedReader(handle, key, size),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

/** All pieces have the same size, except the last one. */
async function* inPieces(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let waiting = Buffer.alloc(0);
  for await (const chunk of bytes) {
    // Copied, because the sender of the chunk frees its memory.
    waiting = Buffer.concat([waiting, chunk]);
    let at = 0;
    for (; waiting.length - at >= pieceBytes; at += pieceBytes) yield waiting.subarray(at, at + pieceBytes);
    waiting = waiting.subarray(at);
  }
  if (waiting.length > 0) yield waiting;
}

class SealedReader extends RandomAccessReader {
  readonly #handle: FileHandle;
  readonly #key: Buffer;
  readonly #size: number;
  #last: { piece: number; bytes: Buffer } | null = null;

  constructor(handle: FileHandle, key: Buffer, size: number) {
    super();
    this.#handle = handle;
    this.#key = key;
    this.#size = size;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#read(start, end), { objectMode: false });
  }

  async *#read(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end;) {
      const piece = Math.floor(at / pieceBytes);
      const from = at - piece * pieceBytes;
      const part = (await this.#piece(piece)).subarray(from, from + end - at);
      at += part.byteLength;
      yield part;
    }
  }

  async #piece(piece: number): Promise<Buffer> {
    if (this.#last?.piece === piece) return this.#last.bytes;
    const length = sealedBytes - Math.max(0, (piece + 1) * pieceBytes - this.#size);
    const { buffer } = await mapOutageToUnavailable(() =>
      this.#handle.read(Buffer.allocUnsafe(length), 0, length, piece * sealedBytes),
    );
    const bytes = unseal(this.#key, String(piece), buffer);
    this.#last = { piece, bytes };
    return bytes;
  }
}
