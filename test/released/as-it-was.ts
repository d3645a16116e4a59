import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { databaseFiles } from "./ask-site.ts";

/** Makes the data folder that a released version left, from its folder here. Its documents are the same files as in the backup. */
export async function layOutAsItWas(released: string, dataDir: string): Promise<void> {
  const isOfImage = (file: string) => !path.basename(file).includes("-");
  await mkdir(dataDir, { recursive: true });
  await cp(path.join(released, "backup"), path.join(dataDir, "blobs"), { recursive: true, filter: isOfImage });
  for (const name of databaseFiles)
    await writeFile(path.join(dataDir, name), gunzipSync(await readFile(path.join(released, `${name}.gz`))));
}
