import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { run } from "./run.ts";

/** Writes the hashes of the files, as `sha256sum --check` reads them, and a signature of that list. */
export async function signFiles(folder: string, files: readonly string[], key: string): Promise<void> {
  const list = path.join(folder, "SHA256SUMS");
  const lines = await Promise.all(files.map(async (file) => `${await hashOf(path.join(folder, file))}  ${file}\n`));
  await writeFile(list, lines.join(""));
  await run(["ssh-keygen", "-q", "-Y", "sign", "-n", "attestry-release", "-f", key, list], folder);
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}
