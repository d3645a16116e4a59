import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

/** The forbidden words: those in code type in the last column of each row. */
const unused = new Set(
  read("docs/glossary.md")
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .flatMap((line) => [...(line.split("|").at(-2) ?? "").matchAll(/`(\w+)`/g)].map(([, word = ""]) => word)),
);

/** The files that contain the stored names of tables and columns. */
const storedNames = "src/storage/database/{tables,migrations}/**";

const files = globSync("{src,test,e2e,bench,tools}/**/*.{ts,tsx,mjs}", {
  cwd: root,
  exclude: ["src/i18n/compiled/**", storedNames],
});

const strings = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/;
const comments = /\/\*[\s\S]*?\*\/|\/\/.*/;
const regularExpressions = /(?<=(?:[(,:=]|=>)\s*)\/(?:\\.|\[[^\]\n]*\]|[^/\\\n])+\//;
const texts = new RegExp([strings, comments, regularExpressions].map(({ source }) => source).join("|"), "g");

/** Removes strings, regular expressions and comments. Keeps the `${…}` parts of template strings. */
const namesOnly = (source: string) =>
  source.replaceAll(texts, (text) => (text.startsWith("`") ? [...text.matchAll(/\$\{[^}]*\}/g)].join(" ") : ""));

/** `CandidateRecord` avoids TypeScript's own `Record`. The other names are stored or sent to programs. */
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

/** Returns one line for each file in which `find` finds something: the file and its findings. */
const foundIn = (some: readonly string[], find: (file: string) => string[]) =>
  some.flatMap((file) => {
    const found = find(file);
    return found.length > 0 ? [`${file}: ${[...new Set(found)].join(", ")}`] : [];
  });

test("no name contains a word that the glossary forbids", () => {
  expect(unused.size).toBeGreaterThan(10);
  expect(foundIn(files, (file) => [...unusedIn(file), ...unusedIn(namesOnly(read(file)))])).toEqual([]);
});

test("no test title contains a word that the glossary forbids", () => {
  const tests = files.filter((file) => /\.(test|contract|spec)\.tsx?$/.test(file));
  // A title is a string that is passed with a function. "Candidate" is allowed there: it means the person.
  const title = /\(\s*(["`])(.+?)\1,\s*(?:\{[^}]*\},\s*)?(?:async\s*)?\(/g;
  const titlesIn = (file: string) => [...read(file).matchAll(title)].map(([, , words = ""]) => words);
  expect(tests.flatMap(titlesIn).length).toBeGreaterThan(1000);
  const wrong = (words: string) => unusedIn(words).some((word) => word !== "candidate");
  expect(foundIn(tests, (file) => titlesIn(file).filter(wrong))).toEqual([]);
});
