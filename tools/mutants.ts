// Breaks the sources in one place after the other, and tells what no unit test notices: npm run mutants [-- FOLDER…] [--share 0.2] [--seed 1]
import { globSync } from "node:fs";
import { parseArgs } from "node:util";
import { Stryker } from "@stryker-mutator/core";
import { seededRandom } from "#demo/random.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Of the files, drawn by the seed. */
    share: { type: "string", default: "1" },
    seed: { type: "string", default: "1" },
  },
});
const folders = positionals.length > 0 ? positionals : ["src/core", "src/sealing", "src/limits"];
const random = seededRandom(Number(values.seed));
const files = folders
  .flatMap((folder) => globSync(`${folder}/**/*.ts`).toSorted())
  .filter((file) => !file.includes(".test.") && random() < Number(values.share));

const stryker = new Stryker({
  mutate: files,
  testRunner: "vitest",
  vitest: { configFile: "tools/mutants/vitest.config.ts" },
  // Stryker reads it with an interface that TypeScript 7 no longer has, and does not need it here.
  tsconfigFile: "none",
  // What runs only while a file is imported (a table, a schema) is left out: each of its mutants would need every test.
  ignoreStatic: true,
  concurrency: 2,
  reporters: ["progress-append-only"],
  tempDirName: ".bench/mutants",
  ignorePatterns: [
    ".bench",
    ".runtime",
    ".demo",
    "build",
    "data",
    "releases",
    "screenshots",
    "test-results",
    "docs/pictures",
  ],
});
const mutants = await stryker.runMutationTest();

const isSeen = new Set(["Killed", "Timeout", "RuntimeError"]);
const isUnseen = new Set(["Survived", "NoCoverage"]);
for (const folder of folders) {
  const own = mutants.filter(({ fileName }) => fileName.includes(`/${folder}/`));
  const [seen, unseen] = [isSeen, isUnseen].map((states) => own.filter(({ status }) => states.has(status)));
  for (const { fileName, location, replacement, status } of unseen ?? [])
    console.log(`${fileName}:${location.start.line}:${location.start.column} ${status}: ${replacement}`);
  const all = (seen?.length ?? 0) + (unseen?.length ?? 0);
  console.log(
    `${folder}: ${seen?.length} of ${all} mutants noticed (${((100 * (seen?.length ?? 0)) / all).toFixed(1)} %)`,
  );
}
