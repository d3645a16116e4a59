import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { codeOf, mapOutageToUnavailable } from "#core/errors.ts";
import { forEachConcurrently } from "#core/semaphore.ts";
import { ownLikeFolder, syncFile, syncFolder, tryWriting, writeDurably, writeNew } from "../durable-files.ts";
import {
  type BlobBatch,
  type BlobName,
  type BlobStore,
  type BlobStoreOptions,
  isBlobName,
  type StoredBlob,
} from "./blob-store.ts";

/** Opens a store of blobs as files, in folders named by the first two letters of the blob's name. */
export async function openFilesystemBlobs(
  folder: string,
  { onlyReads = false }: BlobStoreOptions = {},
): Promise<BlobStore> {
  if (onlyReads) return new FilesystemBlobs(folder);
  await translated(async () => {
    const isNew = (await mkdir(unfinishedIn(folder), { recursive: true, mode: 0o700 })) !== undefined;
    if (isNew) await ownLikeFolder(unfinishedIn(folder));
  });
  return new FilesystemBlobs(folder);
}

/** A batch is synced to the disk after every so many blobs. */
const syncedAtOnce = 200;

/** The folder in which a blob is written before it gets its name. */
const unfinishedIn = (folder: string) => join(folder, "unfinished");

class FilesystemBlobs implements BlobStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  #folderOf(name: BlobName): string {
    return join(this.#folder, name.slice(0, 2));
  }

  #fileOf(name: BlobName): string {
    return join(this.#folderOf(name), name);
  }

  async write(name: BlobName, bytes: Uint8Array): Promise<void> {
    await translated(async () => {
      await this.#place(name, (file) => writeDurably(file, bytes));
      await syncFolder(this.#folderOf(name)).catch(async (error: unknown) => {
        // A blob that a power cut could remove must not look saved.
        await rm(this.#fileOf(name), { force: true }).catch(() => undefined);
        throw error;
      });
    });
  }

  /** Syncs some files while others still arrive, so that other users of the disk never wait for many files. */
  beginBatch(): BlobBatch {
    const written: BlobName[] = [];
    const failures: unknown[] = [];
    const refuseAfterFailure = () => {
      if (failures.length > 0) throw failures[0];
    };
    const sync = async () => {
      const names = written.splice(0);
      await translated(() => this.#sync(names)).catch(async (error: unknown) => {
        failures.push(error);
        for (const name of names) await rm(this.#fileOf(name), { force: true }).catch(() => undefined);
      });
      // The system reports a failed sync only once: a second sync of the same file would succeed.
      refuseAfterFailure();
    };
    return {
      write: async (name, bytes) => {
        refuseAfterFailure();
        await translated(() => this.#place(name, (file) => writeNew(file, bytes)));
        if (written.push(name) >= syncedAtOnce) await sync();
      },
      keep: async (name) => void written.push(name),
      finish: sync,
    };
  }

  /** Writes a temporary file and renames it, so that no reader sees an unfinished blob. */
  async #place(name: BlobName, write: (file: string) => Promise<void>): Promise<void> {
    const unfinished = join(unfinishedIn(this.#folder), randomUUID());
    try {
      await write(unfinished);
      await rename(unfinished, this.#fileOf(name)).catch(async (error: unknown) => {
        if (codeOf(error) !== "ENOENT") throw error;
        await this.#makeFolderOf(name);
        await rename(unfinished, this.#fileOf(name));
      });
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  }

  async #makeFolderOf(name: BlobName): Promise<void> {
    await mkdir(this.#folderOf(name), { recursive: true, mode: 0o700 });
    await syncFolder(this.#folder);
  }

  async #sync(names: readonly BlobName[]): Promise<void> {
    const files = names.map((name) => this.#fileOf(name));
    await forEachConcurrently(files, 16, syncFile);
    await forEachConcurrently([...new Set(names.map((name) => this.#folderOf(name)))], 16, syncFolder);
  }

  async read(name: BlobName): Promise<Uint8Array | null> {
    return translated(() => readFile(this.#fileOf(name)).catch(nullIfMissing));
  }

  async remove(name: BlobName): Promise<void> {
    await translated(async () => {
      await rm(this.#fileOf(name), { force: true });
      await syncFolder(this.#folderOf(name)).catch(nullIfMissing);
    });
  }

  async *names(beginning = ""): AsyncIterable<BlobName> {
    const start = beginning.slice(0, 2);
    const folders = (await filesIn(this.#folder)).filter((folder) => folder.length === 2 && folder.startsWith(start));
    for (const folder of folders) {
      for (const name of await filesIn(join(this.#folder, folder))) {
        if (isBlobName(name) && name.startsWith(beginning)) yield name;
      }
    }
  }

  /** Asks for several files at once: one after another takes twice as long. */
  async *list(): AsyncIterable<StoredBlob> {
    const found: StoredBlob[] = [];
    await forEachConcurrently(await Array.fromAsync(this.names()), 16, async (name) => {
      const facts = await stat(this.#fileOf(name)).catch(nullIfMissing);
      if (facts) found.push({ name, size: facts.size, writtenAt: facts.mtimeMs });
    });
    yield* found;
  }

  async removeHalfWritten(before: number): Promise<void> {
    const folder = unfinishedIn(this.#folder);
    for (const name of await filesIn(folder)) {
      const facts = await stat(join(folder, name)).catch(nullIfMissing);
      if (facts && facts.mtimeMs < before) await rm(join(folder, name), { force: true });
    }
  }

  async ping(): Promise<void> {
    await translated(() => tryWriting(unfinishedIn(this.#folder)));
  }

  async pingReads(): Promise<void> {
    await translated(() => readdir(unfinishedIn(this.#folder)));
  }

  async [Symbol.asyncDispose](): Promise<void> {}
}

const filesIn = async (folder: string): Promise<string[]> => (await readdir(folder).catch(nullIfMissing)) ?? [];

function nullIfMissing(error: unknown): null {
  if (codeOf(error) === "ENOENT") return null;
  throw error;
}

/** Errors of Node mean that the disk cannot be used: they become `unavailable`. Our own errors pass unchanged. */
const translated = <Result>(work: () => Promise<Result>): Promise<Result> =>
  mapOutageToUnavailable(work, (cause) => codeOf(cause) !== undefined, "files");
