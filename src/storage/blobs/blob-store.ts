import type { LookupFunction } from "node:net";
import type { Checksum } from "./checksum.ts";

/** Stores sealed bytes under generated names. Writes are atomic: a reader never sees half a blob. */
export type BlobStore = AsyncDisposable & {
  /** The blob is durable when the promise resolves. Replaces a blob of the same name. */
  write(name: BlobName, bytes: Uint8Array): Promise<void>;
  /** Begins a batch: writing many blobs in a batch is much faster than one by one. */
  beginBatch(): BlobBatch;
  /** Returns the bytes, which the caller may change, or null if there is no such blob. */
  read(name: BlobName): Promise<Uint8Array | null>;
  /** The file of a blob, if this store keeps each blob in a file: a batch can copy it without passing its bytes on. */
  fileOf?: (name: BlobName) => string;
  /** Does nothing if the blob does not exist. */
  remove(name: BlobName): Promise<void>;
  /** The names of all blobs, or of those that start with `beginning`, in no particular order. */
  names(beginning?: string): AsyncIterable<BlobName>;
  /** Every blob with its size and the time of its last write, in no particular order. */
  list(): AsyncIterable<StoredBlob>;
  /** Removes half-written blobs that a crash left behind before this time. */
  removeHalfWritten(before: number): Promise<void>;
  /** Throws if blobs cannot be stored. */
  ping(): Promise<void>;
  /** Throws if blobs cannot be read. */
  pingReads(): Promise<void>;
};

/**
 * `onlyReads`: nothing is written to the store, not even to test whether writing works. `lookup` resolves the name of a
 * server for every connection.
 */
export type BlobStoreOptions = { onlyReads?: boolean; lookup?: LookupFunction };

export const withOverrides = (store: BlobStore, changes: Partial<BlobStore>): BlobStore => ({
  write: (name, bytes) => store.write(name, bytes),
  beginBatch: () => store.beginBatch(),
  read: (name) => store.read(name),
  remove: (name) => store.remove(name),
  names: (beginning) => store.names(beginning),
  list: () => store.list(),
  removeHalfWritten: (before) => store.removeHalfWritten(before),
  ping: () => store.ping(),
  pingReads: () => store.pingReads(),
  [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  ...changes,
});

/** Blobs that are durable when `finish` resolves. Before that, a power cut may lose them or leave them half-written. */
export type BlobBatch = {
  write(name: BlobName, bytes: Uint8Array): Promise<void>;
  /**
   * Copies files one after another into blobs, if this store keeps each blob in a file. Stops at a file that is missing,
   * which is left out, or that is not as expected: it becomes no blob.
   */
  copyFiles?: (files: readonly FileToCopy[]) => Promise<readonly CopiedBlob[]>;
  /** Adds an existing blob to the batch: its writer may have been killed before the blob was durable. */
  keep(name: BlobName): Promise<void>;
  finish(): Promise<void>;
};

export type FileToCopy = { file: string; name: BlobName; expected?: Checksum };
export type CopiedBlob = Checksum & { name: BlobName; isAsExpected: boolean };

export type StoredBlob = { name: BlobName; size: number; writtenAt: number };

declare const checked: unique symbol;
export type BlobName = string & { [checked]: true };

/** Lower-case letters, digits, dots and hyphens: safe as a file name and as an S3 key. */
export function blobName(text: string): BlobName {
  if (!isBlobName(text)) throw new TypeError(`not a blob name: ${JSON.stringify(text)}`);
  return text;
}

export const isBlobName = (text: string): text is BlobName => /^[a-z0-9][a-z0-9.-]{2,120}$/.test(text);

/**
 * The name of the blob with the newest checkpoint of a registry's log. It is no valid blob name, so it is never listed,
 * and code that compares, moves or restores documents does not see it.
 */
export const checkpointBlob = (registry: string): BlobName => `log_${registry}` as BlobName;
