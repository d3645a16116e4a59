import { randomUUID } from "node:crypto";
import { chownSync, statSync } from "node:fs";
import { open, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Writes a new file for its owner alone. Its content is durable, its name only after syncFolder. */
export async function writeDurably(file: string, content: string | Uint8Array): Promise<void> {
  await using handle = await open(file, "wx", 0o600);
  ownLikeFolder(file);
  await handle.writeFile(content);
  await handle.sync();
}

/** Makes new names in a folder durable. */
export async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder, "r");
  await handle.sync();
}

/** Fails unless the folder takes a file. As that is removed before it is synced, the disk itself has nothing to do as a rule. */
export async function tryWriting(folder: string): Promise<void> {
  const file = join(folder, randomUUID());
  try {
    await writeFile(file, Buffer.alloc(64 * 1024), { flag: "wx", mode: 0o600 });
  } finally {
    await rm(file, { force: true });
  }
}

/** What a command makes that was called as root belongs to the owner of its folder: the service has to read it. */
export function ownLikeFolder(path: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(dirname(path));
  chownSync(path, uid, gid);
}
