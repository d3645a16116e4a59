// Makes a release from the last commit, or rehearses two. See docs/builder/release.md.
//   npm run release -- VERSION KEY [FOLDER]
//   npm run release -- rehearsal
import path from "node:path";
import { makeRelease } from "./release/make-release.ts";
import { cleanUpWhenStopped } from "./release/run.ts";

const root = path.join(import.meta.dirname, "..");
const [what = "", key, folder = path.join("releases", what)] = process.argv.slice(2);
// npm runs this in the project's folder. Names that a user types are relative to INIT_CWD.
const typed = (name: string) => path.resolve(process.env["INIT_CWD"] ?? ".", name);

cleanUpWhenStopped();
try {
  if (what === "rehearsal") {
    const { rehearse } = await import("./release/rehearsal.ts");
    await rehearse(root);
  } else if (key === undefined) {
    throw new Error(
      "Say which version, and the file of the key that signs it: npm run release -- VERSION KEY [FOLDER]",
    );
  } else {
    await makeRelease({ repository: root, version: what, key: typed(key), folder: typed(folder) });
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
