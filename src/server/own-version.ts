import { readFile } from "node:fs/promises";
import { z } from "zod";
import { inProject } from "./project-folder.ts";

const packageSchema = z.object({ version: z.string() });

export async function ownVersion(): Promise<string> {
  return packageSchema.parse(JSON.parse(await readFile(inProject("package.json"), "utf8"))).version;
}
