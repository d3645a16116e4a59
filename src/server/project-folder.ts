import { fileURLToPath } from "node:url";

// Resolved through the import alias: this file runs from src, and when packed from build.
const project = new URL("..", import.meta.resolve("#config"));

/** The path of a file or folder of the project itself. */
export const inProject = (path: string): string => fileURLToPath(new URL(path, project));
