/** Sealed bytes under names of our own making. Whole or not there: a half-written blob is never seen. */
export type BlobStore = AsyncDisposable & {
  /** Durable once it resolves. Writing a name again replaces it. */
  write(name: BlobName, bytes: Uint8Array): Promise<void>;
  /** The bytes, which are the caller's from then on, or null if there are none. */
  read(name: BlobName): Promise<Uint8Array | null>;
  /** Also when it is gone already. */
  remove(name: BlobName): Promise<void>;
  /** Every blob there is, in no order. */
  list(): AsyncIterable<StoredBlob>;
  /** Removes what crashes before a moment have left half written. */
  removeHalfWritten(before: number): Promise<void>;
  /** Fails unless blobs can be reached. */
  ping(): Promise<void>;
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
