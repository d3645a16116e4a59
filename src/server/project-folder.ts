import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { z } from "zod";

// Found by name: this file runs from src, and packed from build.
const project = new URL("..", import.meta.resolve("#config"));

/** A file or folder of the project itself. */
export const inProject = (path: string): string => fileURLToPath(new URL(path, project));

const packageSchema = z.object({ version: z.string() });

/** The version of Attestry. */
export async function ownVersion(): Promise<string> {
  return packageSchema.parse(JSON.parse(await readFile(inProject("package.json"), "utf8"))).version;
}
