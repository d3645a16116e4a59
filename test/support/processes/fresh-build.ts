import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { once } from "#core/once-per.ts";

/** Builds the program and its pages again if a source has changed: a test must not be green on an older build. */
export const freshBuild = once(() => promisify(execFile)(process.execPath, ["tools/ready.mjs", "build"]));
