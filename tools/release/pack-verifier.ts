import { cp, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { run } from "./run.ts";

const options = ["--declaration", "--rewriteRelativeImportExtensions", "--noEmit", "false", "--ignoreConfig"];
const language = ["--target", "esnext", "--module", "nodenext", "--strict", "--skipLibCheck"];

/** Packs packages/verify as npm takes it: JavaScript with types. Returns the name of the file. */
export async function packVerifier(source: string, folder: string): Promise<string> {
  const sources = path.join(source, "packages/verify");
  const stage = path.join(source, "build/verify");
  const compile = ["node_modules/.bin/tsc", ...options, ...language, "--outDir", stage];
  await run([...compile, path.join(sources, "index.ts")], source);
  const described = z
    .record(z.string(), z.unknown())
    .parse(JSON.parse(await readFile(path.join(sources, "package.json"), "utf8")));
  const published = { ...described, private: false, exports: { types: "./index.d.ts", default: "./index.js" } };
  await writeFile(path.join(stage, "package.json"), JSON.stringify(published, null, 2));
  const readme = await readFile(path.join(sources, "README.md"), "utf8");
  await writeFile(path.join(stage, "README.md"), readme.replaceAll("../../docs/", "docs/"));
  for (const [, file = ""] of readme.matchAll(/\.\.\/\.\.\/(docs\/[\w.-]+)/g)) {
    await cp(path.join(source, file), path.join(stage, file));
  }
  await cp(path.join(source, "LICENSE"), path.join(stage, "LICENSE"));
  return run(["npm", "pack", "--silent", "--pack-destination", folder], stage);
}
