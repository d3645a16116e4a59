import { open } from "node:fs/promises";

/** A new file for its owner alone, on the disk once it resolves; its name is once its folder is synced. */
export async function writeDurably(file: string, content: string | Uint8Array): Promise<void> {
  await using handle = await open(file, "wx", 0o600);
  await handle.writeFile(content);
  await handle.sync();
}

/** A new name is durable only once its folder is. */
export async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder, "r");
  await handle.sync();
}
