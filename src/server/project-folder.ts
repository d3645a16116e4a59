import { fileURLToPath } from "node:url";

// Found by name: this file runs from src, and packed from build.
const project = new URL("..", import.meta.resolve("#config"));

/** A file or folder of the project itself. */
export const inProject = (path: string): string => fileURLToPath(new URL(path, project));
