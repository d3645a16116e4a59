import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

/** The last column of each row: words in code type are not used. */
const unused = new Set(
  read("docs/glossary.md")
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .flatMap((line) => [...(line.split("|").at(-2) ?? "").matchAll(/`(\w+)`/g)].map(([, word = ""]) => word)),
);

/** Where tables keep the names under which they are stored. */
const storedNames = "src/storage/database/{tables,migrations}/**";

const files = globSync("{src,test,e2e,bench,tools}/**/*.{ts,tsx,mjs}", {
  cwd: root,
  exclude: ["src/i18n/compiled/**", storedNames],
});

const strings = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/;
const comments = /\/\*[\s\S]*?\*\/|\/\/.*/;
const regularExpressions = /(?<=(?:[(,:=]|=>)\s*)\/(?:\\.|\[[^\]\n]*\]|[^/\\\n])+\//;
const texts = new RegExp([strings, comments, regularExpressions].map(({ source }) => source).join("|"), "g");

/** Strings, regular expressions and comments are left out, save what a template computes. */
const namesOnly = (source: string) =>
  source.replaceAll(texts, (text) => (text.startsWith("`") ? [...text.matchAll(/\$\{[^}]*\}/g)].join(" ") : ""));

/** `CandidateRecord`, because `Record` is TypeScript's own; the others are stored, or travel. */
const namesThatStay = new Set([
  "CandidateRecord",
  "candidate-record",
  "visaPaper",
  "candidate_id",
  "paper",
  "scans",
  "scans_left_out",
]);

const wordsOf = (name: string) => name.split(/(?<=[a-z0-9])(?=[A-Z])|[-_.]/).map((word) => word.toLowerCase());

const unusedIn = (text: string) =>
  [...text.matchAll(/[A-Za-z][\w-]*/g)]
    .map(([name]) => name)
    .filter((name) => !namesThatStay.has(name) && wordsOf(name).some((word) => unused.has(word)));

/** Each file in which something is found, with that. */
const foundIn = (some: readonly string[], find: (file: string) => string[]) =>
  some.flatMap((file) => {
    const found = find(file);
    return found.length > 0 ? [`${file}: ${[...new Set(found)].join(", ")}`] : [];
  });

test("the glossary's unused words are in no name", () => {
  expect(unused.size).toBeGreaterThan(10);
  expect(foundIn(files, (file) => [...unusedIn(file), ...unusedIn(namesOnly(read(file)))])).toEqual([]);
});

test("the glossary's unused words are in no title of a test", () => {
  const tests = files.filter((file) => /\.(test|contract|spec)\.tsx?$/.test(file));
  // A text that is given with a function. A candidate is a person there.
  const title = /\(\s*(["`])(.+?)\1,\s*(?:\{[^}]*\},\s*)?(?:async\s*)?\(/g;
  const titlesIn = (file: string) => [...read(file).matchAll(title)].map(([, , words = ""]) => words);
  expect(tests.flatMap(titlesIn).length).toBeGreaterThan(1000);
  const wrong = (words: string) => unusedIn(words).some((word) => word !== "candidate");
  expect(foundIn(tests, (file) => titlesIn(file).filter(wrong))).toEqual([]);
});
