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
  type FileToCopy,
  isBlobName,
  type StoredBlob,
} from "./blob-store.ts";
import type { Copy, CopyThreads } from "./copy-files.ts";

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
/** The threads sync the files that they copy. Their folders are synced after every so many. */
const copiedAtOnce = 10_000;

/** The folder in which a blob is written before it gets its name. */
const unfinishedIn = (folder: string) => join(folder, "unfinished");

/** How the names of unfinished copies begin. No name of a blob does. */
const unfinishedCopy = ".copy-";

class FilesystemBlobs implements BlobStore {
  readonly #folder: string;
  /** The threads of batches that are not finished. */
  readonly #threads = new Set<CopyThreads>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  #folderOf(name: BlobName): string {
    return join(this.#folder, name.slice(0, 2));
  }

  readonly fileOf = (name: BlobName): string => join(this.#folderOf(name), name);

  async write(name: BlobName, bytes: Uint8Array): Promise<void> {
    await translated(async () => {
      const isNew = (await stat(this.fileOf(name)).catch(nullIfMissing)) === null;
      await this.#place(name, (file) => writeDurably(file, bytes));
      await syncFolder(this.#folderOf(name)).catch(async (error: unknown) => {
        // A blob that a power cut could remove must not look saved. One that replaced another stays: each of them is whole.
        if (isNew) await rm(this.fileOf(name), { force: true }).catch(() => undefined);
        throw error;
      });
    });
  }

  /** Syncs some files while others still arrive, so that other users of the disk never wait for many files. */
  beginBatch(): BlobBatch {
    const written: BlobName[] = [];
    const copied: BlobName[] = [];
    let opening: Promise<CopyThreads> | null = null;
    const failures: unknown[] = [];
    const refuseAfterFailure = () => {
      if (failures.length > 0) throw failures[0];
    };
    const sync = async (names: readonly BlobName[], work: () => Promise<void>) => {
      await translated(work).catch(async (error: unknown) => {
        failures.push(error);
        for (const name of names) await rm(this.fileOf(name), { force: true }).catch(() => undefined);
      });
      // The system reports a failed sync only once: a second sync of the same file would succeed.
      refuseAfterFailure();
    };
    const syncWritten = async (names = written.splice(0)) => sync(names, () => this.#sync(names));
    const syncFolders = async (names = copied.splice(0)) => sync(names, () => this.#syncFolders(names));
    return {
      write: async (name, bytes) => {
        refuseAfterFailure();
        await translated(() => this.#place(name, (file) => writeNew(file, bytes)));
        if (written.push(name) >= syncedAtOnce) await syncWritten();
      },
      copyFiles: async (files) => {
        refuseAfterFailure();
        const threads = await (opening ??= this.#openThreads());
        const some = await translated(() => threads.copy(files.map((file) => this.#copyOf(file))));
        for (const { name, isAsExpected } of some) if (isAsExpected) copied.push(name);
        if (copied.length >= copiedAtOnce) await syncFolders();
        return some;
      },
      keep: async (name) => void written.push(name),
      finish: async () => {
        await syncWritten();
        const threads = await opening;
        if (!threads) return;
        await translated(() => threads.sync());
        await syncFolders();
        this.#threads.delete(threads);
        await threads[Symbol.asyncDispose]();
      },
    };
  }

  /** Imported here: a start needs no threads. */
  async #openThreads(): Promise<CopyThreads> {
    const { openCopyThreads } = await import("./copy-files.ts");
    const threads = openCopyThreads();
    this.#threads.add(threads);
    return threads;
  }

  /** The copy begins in the folder of the blob: with thousands of files, a folder for all of them would be slow. */
  #copyOf(file: FileToCopy): Copy {
    const unfinished = join(this.#folderOf(file.name), `${unfinishedCopy}${randomUUID()}`);
    return { ...file, target: this.fileOf(file.name), unfinished };
  }

  /** Writes a temporary file and renames it, so that no reader sees an unfinished blob. */
  async #place(name: BlobName, write: (file: string) => Promise<void>): Promise<void> {
    const unfinished = join(unfinishedIn(this.#folder), randomUUID());
    try {
      await write(unfinished);
      await rename(unfinished, this.fileOf(name)).catch(async (error: unknown) => {
        if (codeOf(error) !== "ENOENT") throw error;
        await this.#makeFolderOf(name);
        await rename(unfinished, this.fileOf(name));
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
    const files = names.map((name) => this.fileOf(name));
    await forEachConcurrently(files, 16, syncFile);
    await this.#syncFolders(names);
  }

  async #syncFolders(names: readonly BlobName[]): Promise<void> {
    await forEachConcurrently([...new Set(names.map((name) => this.#folderOf(name)))], 16, syncFolder);
  }

  async read(name: BlobName): Promise<Uint8Array | null> {
    return translated(() => readFile(this.fileOf(name)).catch(nullIfMissing));
  }

  async remove(name: BlobName): Promise<void> {
    await translated(async () => {
      await rm(this.fileOf(name), { force: true });
      await syncFolder(this.#folderOf(name)).catch(nullIfMissing);
    });
  }

  async *names(beginning = ""): AsyncIterable<BlobName> {
    for (const folder of await this.#folders(beginning.slice(0, 2))) {
      for (const name of await filesIn(folder)) if (isBlobName(name) && name.startsWith(beginning)) yield name;
    }
  }

  async #folders(start = ""): Promise<string[]> {
    const names = (await filesIn(this.#folder)).filter((name) => name.length === 2 && name.startsWith(start));
    return names.map((name) => join(this.#folder, name));
  }

  /** Asks for several files at once: one after another takes twice as long. */
  async *list(): AsyncIterable<StoredBlob> {
    const found: StoredBlob[] = [];
    await forEachConcurrently(await Array.fromAsync(this.names()), 16, async (name) => {
      const facts = await stat(this.fileOf(name)).catch(nullIfMissing);
      if (facts) found.push({ name, size: facts.size, writtenAt: facts.mtimeMs });
    });
    yield* found;
  }

  async removeHalfWritten(before: number): Promise<void> {
    const removeOld = async (file: string) => {
      const facts = await stat(file).catch(nullIfMissing);
      if (facts && facts.mtimeMs < before) await rm(file, { force: true });
    };
    const folder = unfinishedIn(this.#folder);
    for (const name of await filesIn(folder)) await removeOld(join(folder, name));
    for (const each of await this.#folders()) {
      for (const name of await filesIn(each)) if (name.startsWith(unfinishedCopy)) await removeOld(join(each, name));
    }
  }

  async ping(): Promise<void> {
    await translated(() => tryWriting(unfinishedIn(this.#folder)));
  }

  async pingReads(): Promise<void> {
    await translated(() => readdir(unfinishedIn(this.#folder)));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#threads].map((threads) => threads[Symbol.asyncDispose]()));
  }
}

const filesIn = async (folder: string): Promise<string[]> => (await readdir(folder).catch(nullIfMissing)) ?? [];

function nullIfMissing(error: unknown): null {
  if (codeOf(error) === "ENOENT") return null;
  throw error;
}

/** Errors of Node mean that the disk cannot be used: they become `unavailable`. Our own errors pass unchanged. */
const translated = <Result>(work: () => Promise<Result>): Promise<Result> =>
  mapOutageToUnavailable(work, (cause) => codeOf(cause) !== undefined, "files");
