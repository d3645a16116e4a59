import { open } from "node:fs/promises";

/** Writes a new file for its owner alone. Its content is durable, its name only after syncFolder. */
export async function writeDurably(file: string, content: string | Uint8Array): Promise<void> {
  await using handle = await open(file, "wx", 0o600);
  await handle.writeFile(content);
  await handle.sync();
}

/** Makes new names in a folder durable. */
export async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder, "r");
  await handle.sync();
}
