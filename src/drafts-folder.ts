import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

const dayMs = 24 * 60 * 60 * 1000;

/** Where uploads are while they come in. What a crash left there, sealed under keys that are gone, goes after a day. */
export async function openDraftsFolder(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    const facts = await stat(file).catch(() => null);
    if (facts && facts.mtimeMs < Date.now() - dayMs) await rm(file, { force: true });
  }
  return folder;
}
