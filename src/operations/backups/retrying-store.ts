import { setTimeout as delay } from "node:timers/promises";
import { codeOf, isPortalError } from "#core/errors.ts";
import { type BlobBatch, type BlobStore, changedStore } from "#storage/blobs/blob-store.ts";

/** No visitor waits: a place that is away for minutes does not end hours of work. */
const patienceMs = 5 * 60_000;
const longestPauseMs = 20_000;

/** These stay until somebody does something. */
const lasting = new Set(["ENOSPC", "EDQUOT", "EROFS", "EACCES", "EPERM"]);

const mayPass = (error: unknown) =>
  isPortalError(error) && error.id === "unavailable" && !lasting.has(codeOf(error.cause) ?? "");

async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
  const deadline = performance.now() + patienceMs;
  for (let pauseMs = 500; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return await work();
    } catch (error) {
      if (!mayPass(error) || performance.now() + pauseMs >= deadline) throw error;
    }
    await delay(pauseMs);
  }
}

/** The same store; what fails because it cannot be reached is tried again for some minutes. */
export const patient = (store: BlobStore): BlobStore =>
  changedStore(store, {
    write: (name, bytes) => patiently(() => store.write(name, bytes)),
    beginBatch: () => patientBatch(store.beginBatch()),
    read: (name) => patiently(() => store.read(name)),
    remove: (name) => patiently(() => store.remove(name)),
    names: (beginning) => inPatience(() => Array.fromAsync(store.names(beginning))),
    list: () => inPatience(() => Array.fromAsync(store.list())),
  });

/** A list that breaks off begins anew. */
async function* inPatience<Item>(list: () => Promise<Item[]>): AsyncGenerator<Item, void> {
  yield* await patiently(list);
}

const patientBatch = (batch: BlobBatch): BlobBatch => ({
  write: (name, bytes) => patiently(() => batch.write(name, bytes)),
  finish: () => batch.finish(),
});
