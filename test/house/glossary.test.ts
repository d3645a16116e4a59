import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.join(import.meta.dirname, "../..");
const glossary = readFileSync(path.join(root, "docs/glossary.md"), "utf8");

/** The last column of each row: words in code type are not used. */
const unused = new Set(
  glossary
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .flatMap((line) => [...(line.split("|").at(-2) ?? "").matchAll(/`(\w+)`/g)].map(([, word = ""]) => word)),
);

/** Where tables keep the names under which they are stored, and HTTP the name of its header. */
const storedNames = /^src\/storage\/database\/(tables|migrations)\//;

const texts = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|\/\*[\s\S]*?\*\/|\/\/.*/g;

/** Strings and comments are left out, save what a template computes. */
const namesOnly = (source: string) =>
  source.replaceAll(texts, (text) => (text.startsWith("`") ? [...text.matchAll(/\$\{[^}]*\}/g)].join(" ") : ""));

const wordsOf = (name: string) => name.split(/(?<=[a-z0-9])(?=[A-Z])|[-_.]/).map((word) => word.toLowerCase());

const unusedIn = (text: string) =>
  [...text.matchAll(/[A-Za-z][\w-]*/g)]
    .map(([name]) => name)
    .filter((name) => !namesThatStay.has(name) && wordsOf(name).some((word) => unused.has(word)));

/** `CandidateRecord`, because `Record` is TypeScript's own; the others are stored, or travel. */
const namesThatStay = new Set(["CandidateRecord", "candidate-record", "visaPaper", "candidate_id", "deed", "paper"]);

test("the glossary's unused words are in no name of src", () => {
  expect(unused.size).toBeGreaterThan(10);
  const files = globSync("src/**/*.{ts,tsx}", { cwd: root, exclude: ["src/i18n/compiled/**"] });
  const found = files
    .filter((file) => !storedNames.test(file))
    .flatMap((file) => {
      const names = [
        ...unusedIn(path.basename(file)),
        ...unusedIn(namesOnly(readFileSync(path.join(root, file), "utf8"))),
      ];
      return names.length > 0 ? [`${file}: ${[...new Set(names)].join(", ")}`] : [];
    });
  expect(found).toEqual([]);
});
