import { setTimeout as delay } from "node:timers/promises";
import { codeOf, isPortalError } from "#core/errors.ts";
import { type BlobBatch, type BlobStore, changedStore } from "#storage/blobs/blob-store.ts";

/** No visitor waits: a place that is away for minutes does not end hours of work. */
const retryForMs = 5 * 60_000;
const longestPauseMs = 20_000;

/** These stay until somebody does something. */
const permanent = new Set(["ENOSPC", "EDQUOT", "EROFS", "EACCES", "EPERM", "EIO"]);

/** What S3 refuses, and not because it is busy. */
const isRefusal = (code: string) => /^4\d\d\b/.test(code) && !/^(408|429|400 RequestTimeout)/.test(code);

function isTemporary(error: unknown): boolean {
  if (!isPortalError(error) || error.id !== "unavailable") return false;
  const code = codeOf(error.cause) ?? "";
  return !permanent.has(code) && !isRefusal(code);
}

async function withRetries<Result>(work: () => Promise<Result>): Promise<Result> {
  const deadline = performance.now() + retryForMs;
  for (let pauseMs = 500; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return await work();
    } catch (error) {
      if (!isTemporary(error) || performance.now() + pauseMs >= deadline) throw error;
    }
    await delay(pauseMs);
  }
}

/** The same store; what fails because it cannot be reached is tried again for some minutes. */
export const retrying = (store: BlobStore): BlobStore =>
  changedStore(store, {
    write: (name, bytes) => withRetries(() => store.write(name, bytes)),
    beginBatch: () => retryingBatch(store.beginBatch()),
    read: (name) => withRetries(() => store.read(name)),
    remove: (name) => withRetries(() => store.remove(name)),
    names: (beginning) => listWithRetries(() => Array.fromAsync(store.names(beginning))),
    list: () => listWithRetries(() => Array.fromAsync(store.list())),
  });

/** A list that breaks off begins anew. */
async function* listWithRetries<Item>(list: () => Promise<Item[]>): AsyncGenerator<Item, void> {
  yield* await withRetries(list);
}

const retryingBatch = (batch: BlobBatch): BlobBatch => ({
  write: (name, bytes) => withRetries(() => batch.write(name, bytes)),
  keep: (name) => batch.keep(name),
  finish: () => batch.finish(),
});
