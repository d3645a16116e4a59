import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

/** Returns the texts or bytes that some file of the folder contains in plain form. */
export async function plainTextsIn<Trace extends string | Uint8Array>(
  folder: string,
  traces: Trace[],
): Promise<Trace[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const contents = await Promise.all(files.map((file) => readFile(path.join(file.parentPath, file.name))));
  return traces.filter((trace) => contents.some((content) => content.includes(trace)));
}
