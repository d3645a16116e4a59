/** Stores sealed bytes under generated names. Writes are atomic: nobody reads half a blob. */
export type BlobStore = AsyncDisposable & {
  /** Durable once it resolves. Replaces a blob of the same name. */
  write(name: BlobName, bytes: Uint8Array): Promise<void>;
  /** For many blobs: much faster than one by one. */
  beginBatch(): BlobBatch;
  /** The bytes, which belong to the caller, or null if there is no such blob. */
  read(name: BlobName): Promise<Uint8Array | null>;
  /** Does nothing if it is gone already. */
  remove(name: BlobName): Promise<void>;
  /** The names of all blobs, or of those that begin so, in no order. */
  names(beginning?: string): AsyncIterable<BlobName>;
  /** Every blob there is, with its size and time, in no order. */
  list(): AsyncIterable<StoredBlob>;
  /** Removes half-written blobs that a crash left before a moment. */
  removeHalfWritten(before: number): Promise<void>;
  /** Fails unless blobs can be stored. */
  ping(): Promise<void>;
};

/** `onlyReads`: nothing is written there, not even to try whether it could be. */
export type BlobWishes = { onlyReads?: boolean };

/** The same store, but for some of what it does. */
export const changedStore = (store: BlobStore, changes: Partial<BlobStore>): BlobStore => ({
  write: (name, bytes) => store.write(name, bytes),
  beginBatch: () => store.beginBatch(),
  read: (name) => store.read(name),
  remove: (name) => store.remove(name),
  names: (beginning) => store.names(beginning),
  list: () => store.list(),
  removeHalfWritten: (before) => store.removeHalfWritten(before),
  ping: () => store.ping(),
  [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  ...changes,
});

/** Blobs that are durable together, once `finish` resolves. What is left unfinished may be lost or half there after a power cut. */
export type BlobBatch = {
  write(name: BlobName, bytes: Uint8Array): Promise<void>;
  /** Counts one in that is there already: who wrote it may have been killed before it was durable. */
  keep(name: BlobName): Promise<void>;
  finish(): Promise<void>;
};

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
 * Where a store keeps the newest checkpoint of a registry's log. It is never listed: no document is missed or left over where
 * documents are compared, moved or restored.
 */
export const checkpointBlob = (registry: string): BlobName => `log_${registry}` as BlobName;
