import { randomUUID } from "node:crypto";
import { mkdir, opendir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { codeOf, orUnavailable } from "#core/errors.ts";
import { ownLikeFolder, syncFolder, tryWriting, writeDurably } from "../durable-files.ts";
import { type BlobName, type BlobStore, isBlobName, type StoredBlob } from "./blob-store.ts";

/** Blobs as files, in folders by the first two letters of the name. */
export async function openFilesystemBlobs(folder: string): Promise<BlobStore> {
  await translated(async () => {
    const isNew = (await mkdir(unfinishedIn(folder), { recursive: true, mode: 0o700 })) !== undefined;
    if (isNew) await ownLikeFolder(unfinishedIn(folder));
  });
  return new FilesystemBlobs(folder);
}

/** Where a blob is written before it gets its name. The folder on disk is called drafts. */
const unfinishedIn = (folder: string) => join(folder, "drafts");

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
    const folder = this.#folderOf(name);
    await translated(async () => {
      const isNewFolder = (await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined;
      if (isNewFolder) await syncFolder(this.#folder);
      const unfinished = join(unfinishedIn(this.#folder), randomUUID());
      try {
        await writeDurably(unfinished, bytes);
        await rename(unfinished, this.#fileOf(name));
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
      await syncFolder(folder);
    });
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

  async *list(): AsyncIterable<StoredBlob> {
    const folders = (await filesIn(this.#folder)).filter((folder) => folder.length === 2);
    for (const folder of folders) {
      for (const name of await filesIn(join(this.#folder, folder))) {
        const facts = isBlobName(name) ? await stat(join(this.#folder, folder, name)).catch(nullIfMissing) : null;
        if (isBlobName(name) && facts) yield { name, size: facts.size, writtenAt: facts.mtimeMs };
      }
    }
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

  async [Symbol.asyncDispose](): Promise<void> {}
}

async function filesIn(folder: string): Promise<string[]> {
  const names: string[] = [];
  const entries = await opendir(folder).catch(nullIfMissing);
  if (entries) for await (const { name } of entries) names.push(name);
  return names;
}

function nullIfMissing(error: unknown): null {
  if (codeOf(error) === "ENOENT") return null;
  throw error;
}

/** Errors of Node, but not our own, say that the disk cannot be used. */
const translated = <Result>(work: () => Promise<Result>): Promise<Result> =>
  orUnavailable(work, (cause) => codeOf(cause) !== undefined);
