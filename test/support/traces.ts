import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

/** Those that are found in some file of the folder, as they are. */
export async function tracesIn<Trace extends string | Uint8Array>(folder: string, traces: Trace[]): Promise<Trace[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const contents = await Promise.all(files.map((file) => readFile(path.join(file.parentPath, file.name))));
  return traces.filter((trace) => contents.some((content) => content.includes(trace)));
}
