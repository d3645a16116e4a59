import { spawnSync } from "node:child_process";

/** Runs the program that follows with a low priority, and without root's right to raise it. */
export const withLowPriority = ["nice", "-n", "15", "unshare", "--user", "--map-root-user"];

/** False in containers that do not allow user namespaces. */
export const mayLowerPriority = spawnSync("env", [...withLowPriority, "true"]).status === 0;
