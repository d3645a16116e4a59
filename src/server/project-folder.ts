import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { callersFolder } from "#config";
import { z } from "zod";

// Found by name: this file runs from src, and packed from build.
const project = new URL("..", import.meta.resolve("#config"));

/** A file or folder of the project itself. */
export const inProject = (path: string): string => fileURLToPath(new URL(path, project));

/**
 * A path as it was typed, taken from the folder where the person is: npm and deploy/attestry go into the project before they run a
 * command. What either of them left in the environment says nothing of a command that is called elsewhere.
 */
export function fromCaller(path: string): string {
  const isInProject = resolve() === resolve(inProject(""));
  return resolve(isInProject ? callersFolder() : "", path);
}

const packageSchema = z.object({ version: z.string() });

/** The version of Attestry. */
export async function ownVersion(): Promise<string> {
  return packageSchema.parse(JSON.parse(await readFile(inProject("package.json"), "utf8"))).version;
}
