import { retry } from "#core/backoff.ts";
import { codeOf, isPortalError } from "#core/errors.ts";
import { isRefusal } from "#storage/blobs/s3-client.ts";
import { type BlobBatch, type BlobStore, withOverrides } from "#storage/blobs/blob-store.ts";

/** No visitor waits for this. If the place is unreachable for some minutes, hours of work must not be lost. */
const retryForMs = 5 * 60_000;

/** These errors stay until somebody acts. */
const permanent = new Set(["ENOSPC", "EDQUOT", "EROFS", "EACCES", "EPERM", "EIO"]);

function isTemporary(error: unknown): boolean {
  if (!isPortalError(error) || error.id !== "unavailable") return false;
  const code = codeOf(error.cause) ?? "";
  return !permanent.has(code) && !isRefusal(code);
}

const withRetries = <Result>(work: () => Promise<Result>): Promise<Result> =>
  retry(work, { pauseMs: 500, maxPauseMs: 20_000, deadline: performance.now() + retryForMs, isTemporary });

/** Returns the same store, but retries for some minutes whatever fails because the store is unreachable. */
export const retrying = (store: BlobStore): BlobStore =>
  withOverrides(store, {
    write: (name, bytes) => withRetries(() => store.write(name, bytes)),
    beginBatch: () => retryingBatch(store.beginBatch()),
    read: (name) => withRetries(() => store.read(name)),
    ...(store.fileOf && { fileOf: store.fileOf }),
    remove: (name) => withRetries(() => store.remove(name)),
    names: (beginning) => listWithRetries(() => Array.fromAsync(store.names(beginning))),
    list: () => listWithRetries(() => Array.fromAsync(store.list())),
  });

/** A list that breaks off is read again from its beginning. */
async function* listWithRetries<Item>(list: () => Promise<Item[]>): AsyncGenerator<Item, void> {
  yield* await withRetries(list);
}

const retryingBatch = ({ copyFiles, ...batch }: BlobBatch): BlobBatch => ({
  write: (name, bytes) => withRetries(() => batch.write(name, bytes)),
  ...(copyFiles && { copyFiles: (files) => withRetries(() => copyFiles(files)) }),
  keep: (name) => batch.keep(name),
  finish: () => batch.finish(),
});
