import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { callersFolder } from "#config";
import { z } from "zod";

// Resolved through the import alias: this file runs from src, and when packed from build.
const project = new URL("..", import.meta.resolve("#config"));

/** The path of a file or folder of the project itself. */
export const inProject = (path: string): string => fileURLToPath(new URL(path, project));

/**
 * Resolves a typed path against the user's folder: npm and deploy/attestry change into the project before they run a
 * command. The folder that they leave in the environment counts only there; it is not used if the command runs in
 * another folder.
 */
export function fromCaller(path: string): string {
  const isInProject = resolve() === resolve(inProject(""));
  return resolve(isInProject ? callersFolder() : "", path);
}

const packageSchema = z.object({ version: z.string() });

export async function ownVersion(): Promise<string> {
  return packageSchema.parse(JSON.parse(await readFile(inProject("package.json"), "utf8"))).version;
}
