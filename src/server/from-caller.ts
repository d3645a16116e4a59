import { resolve } from "node:path";
import { callersFolder } from "#config";
import { inProject } from "./project-folder.ts";

/**
 * Resolves a typed path against the user's folder: npm and deploy/attestry change into the project before they run a
 * command. The folder that they leave in the environment counts only there; it is not used if the command runs in
 * another folder.
 */
export function fromCaller(path: string): string {
  const isInProject = resolve() === resolve(inProject(""));
  return resolve(isInProject ? callersFolder() : "", path);
}
