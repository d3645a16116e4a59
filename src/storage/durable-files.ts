import { randomUUID } from "node:crypto";
import { type FileHandle, lchown, open, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Writes a new file for its owner alone. Its content is durable, its name only after syncFolder. */
export const writeDurably = (file: string, content: string | Uint8Array): Promise<void> =>
  writeNew(file, content, (handle) => handle.sync());

/** The same; without a last step its content is durable only after syncFile. */
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

export async function syncFile(file: string): Promise<void> {
  await using handle = await open(file, "r");
  await handle.sync();
}

/** Makes new names in a folder durable. */
export const syncFolder = (folder: string): Promise<void> => syncFile(folder);

/** Fails unless the folder takes a file. As that is removed before it is synced, the disk itself has nothing to do as a rule. */
export async function tryWriting(folder: string): Promise<void> {
  const file = join(folder, randomUUID());
  try {
    await writeFile(file, Buffer.alloc(64 * 1024), { flag: "wx", mode: 0o600 });
  } finally {
    await rm(file, { force: true });
  }
}

/**
 * What a command makes that was called as root belongs to the owner of its folder: the service has to read it. That owner may put
 * a link in its place meanwhile, so the open file itself is given away where there is one, and no link is followed elsewhere.
 */
export async function ownLikeFolder(path: string, handle?: FileHandle): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(dirname(path));
  await (handle ? handle.chown(uid, gid) : lchown(path, uid, gid));
}
