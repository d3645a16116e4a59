import { randomUUID } from "node:crypto";
import { type FileHandle, lchown, open, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Writes a new file that only its owner may read. Its content is durable; its name only after syncFolder. */
export const writeDurably = (file: string, content: string | Uint8Array): Promise<void> =>
  writeNew(file, content, (handle) => handle.sync());

/** Writes a new file that only its owner may read. Without `last` the content is durable only after syncFile. */
export async function writeNew(
  file: string,
  content: string | Uint8Array,
  last: (handle: FileHandle) => Promise<void> = async () => undefined,
): Promise<void> {
  await using handle = await open(file, "wx", 0o600);
  await ownLikeFolder(file, handle);
  await handle.writeFile(content);
  await last(handle);
}

/** Replaces a file as a whole: whoever reads it finds the old content or the new one. */
export async function replaceDurably(file: string, content: string): Promise<void> {
  const temporary = `${file}.${process.pid}`;
  await rm(temporary, { force: true });
  await writeDurably(temporary, content);
  await rename(temporary, file);
  await syncFolder(dirname(file));
}

export async function syncFile(file: string): Promise<void> {
  await using handle = await open(file, "r");
  await handle.sync();
}

/** Makes new names in a folder durable. */
export const syncFolder = (folder: string): Promise<void> => syncFile(folder);

/** Throws if the folder takes no file. The file is removed before it is synced, so usually nothing reaches the disk. */
export async function tryWriting(folder: string): Promise<void> {
  const file = join(folder, randomUUID());
  try {
    await writeFile(file, Buffer.alloc(64 * 1024), { flag: "wx", mode: 0o600 });
  } finally {
    await rm(file, { force: true });
  }
}

/**
 * Gives a file that a command made as root to the owner of its folder, because the service must read it. That owner may
 * replace the file by a link at any time. So an open file is changed through its handle, and a link is never followed.
 */
export async function ownLikeFolder(path: string, handle?: FileHandle): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(dirname(path));
  await (handle ? handle.chown(uid, gid) : lchown(path, uid, gid));
}
