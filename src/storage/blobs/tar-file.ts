import { existsSync } from "node:fs";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { StartRefused } from "#core/errors.ts";
import { openSemaphore } from "#core/semaphore.ts";
import { ownLikeFolder, syncFolder } from "../durable-files.ts";
import { type BlobBatch, type BlobName, type BlobStore, isBlobName, type StoredBlob } from "./blob-store.ts";

const block = 512;
const padded = (size: number) => Math.ceil(size / block) * block;

/** A blob, with the offset of its bytes in the file. */
type Entry = StoredBlob & { at: number };

/**
 * Opens a store of blobs in one tar file, which any `tar` can unpack. An existing file is only read. A new file gets
 * its name when it is closed, if a blob was written that `completes` it. Otherwise it is removed.
 */
export async function openTarFile(file: string, completes: (name: BlobName) => boolean): Promise<BlobStore> {
  if (existsSync(file)) return readingFrom(file);
  const unfinished = `${file}.unfinished`;
  await rm(unfinished, { force: true });
  const handle = await open(unfinished, "wx+", 0o600);
  await ownLikeFolder(unfinished, handle);
  const entries = new Map<BlobName, Entry>();
  const turns = openSemaphore(1);
  let end = 0;
  const write = async (name: BlobName, bytes: Uint8Array) => {
    using _turn = await turns.take();
    const writtenAt = Date.now();
    await writeWhole(handle, headerOf(name, bytes.byteLength, writtenAt), end);
    await writeWhole(handle, bytes, end + block);
    entries.set(name, { name, size: bytes.byteLength, writtenAt, at: end + block });
    end += block + padded(bytes.byteLength);
  };
  // The bytes are overwritten, too: they may be about a person who was deleted while the backup ran.
  const remove = async (name: BlobName) => {
    using _turn = await turns.take();
    const entry = entries.get(name);
    entries.delete(name);
    if (entry) await writeWhole(handle, Buffer.alloc(entry.size), entry.at);
  };
  const close = async () => {
    const isComplete = [...entries.keys()].some(completes);
    try {
      if (isComplete) await handle.truncate(end + 2 * block);
      if (isComplete) await handle.sync();
      await handle.close();
      if (!isComplete) return await rm(unfinished, { force: true });
      await rename(unfinished, file);
      await syncFolder(dirname(file));
    } catch (error) {
      for (const name of [unfinished, file]) await rm(name, { force: true }).catch(() => undefined);
      throw error;
    }
  };
  return tarBlobs(handle, entries, { write, remove, close });
}

async function readingFrom(file: string): Promise<BlobStore> {
  await using opened = new AsyncDisposableStack();
  const handle = opened.use(await open(file, "r"));
  const entries = new Map<BlobName, Entry>();
  const { size: fileSize } = await handle.stat();
  const header = Buffer.alloc(block);
  let isWhole = false;
  for (let at = 0; at + block <= fileSize;) {
    await handle.read(header, 0, block, at);
    isWhole = header.every((byte) => byte === 0);
    const name = header.toString("latin1", 0, 100).replace(/\0.*$/s, "");
    const digits = header.toString("latin1", 124, 135);
    const size = Number.parseInt(digits, 8);
    if (!isBlobName(name) || !/^[0-7]{11}$/.test(digits) || at + block + size > fileSize) break;
    const writtenAt = Number.parseInt(header.toString("latin1", 136, 147), 8) * 1000;
    entries.set(name, { name, size, writtenAt, at: at + block });
    at += block + padded(size);
  }
  if (!isWhole) throw new StartRefused(`${file} is incomplete or not a backup. Copy it again from where it was made.`);
  opened.move();
  const refuse = async () => {
    throw new StartRefused("This file exists already and is not overwritten. Name a new one.");
  };
  return tarBlobs(handle, entries, { write: refuse, remove: refuse, close: () => handle.close() });
}

function tarBlobs(
  handle: FileHandle,
  entries: Map<BlobName, Entry>,
  { write, remove, close }: Pick<BlobStore, "write" | "remove"> & { close: () => Promise<void> },
): BlobStore {
  return {
    write,
    remove,
    beginBatch: (): BlobBatch => ({ write, keep: async () => undefined, finish: async () => undefined }),
    async read(name) {
      const entry = entries.get(name);
      if (!entry) return null;
      const bytes = Buffer.alloc(entry.size);
      const { bytesRead } = await handle.read(bytes, 0, entry.size, entry.at);
      return bytesRead === entry.size ? bytes : null;
    },
    async *names(beginning = "") {
      for (const name of entries.keys()) if (name.startsWith(beginning)) yield name;
    },
    async *list() {
      yield* entries.values();
    },
    removeHalfWritten: async () => undefined,
    ping: async () => undefined,
    [Symbol.asyncDispose]: close,
  };
}

/** Writes until all bytes are written: a nearly full disk may accept a part first, and refuse the rest afterwards. */
async function writeWhole(handle: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  for (let from = 0; from < bytes.byteLength;) {
    from += (await handle.write(bytes, from, bytes.byteLength - from, at + from)).bytesWritten;
  }
}

/** Returns a header in the POSIX format (ustar). */
function headerOf(name: string, size: number, writtenAt: number): Buffer {
  const header = Buffer.alloc(block);
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, "0")}\0`;
  header.write(name, 0, 100, "latin1");
  header.write(octal(0o600, 7) + octal(0, 7) + octal(0, 7), 100, "latin1");
  header.write(octal(size, 11) + octal(Math.floor(writtenAt / 1000), 11), 124, "latin1");
  header.write("        0", 148, "latin1");
  header.write("ustar\x0000", 257, "latin1");
  const checksum = header.reduce((sum, byte) => sum + byte, 0);
  header.write(`${checksum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return header;
}
