import path from "node:path";
import { run } from "./run.ts";

const options = ["--declaration", "--rewriteRelativeImportExtensions", "--noEmit", "false", "--ignoreConfig"];
const language = ["--target", "esnext", "--module", "nodenext", "--strict", "--skipLibCheck"];

/** Packs packages/verify as npm takes it: JavaScript with types. Returns the name of the file. */
export async function packVerifier(source: string, folder: string): Promise<string> {
  const verifier = path.join(source, "packages/verify");
  const compile = ["node_modules/.bin/tsc", ...options, ...language, "--outDir", path.join(verifier, "dist")];
  await run([...compile, path.join(verifier, "index.ts")], source);
  return run(["npm", "pack", "--silent", "--pack-destination", folder], verifier);
}
