import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "vite";
import { expect, test } from "vitest";
import { z } from "zod";

const root = path.join(import.meta.dirname, "../..");
const ofLookups = "src/web/lookup/lookup-pages.server.tsx";
const ofStart = ["src/cli/start-site.ts", "src/web/app.server.ts"];

/** Whoever changes a lookup has to read at most so much. Types and messages cost nothing at run time, and do not count. */
const mostLines = 12_150;

test(`a lookup reaches at most ${mostLines} lines of source`, () => {
  const reached = [...linesReached(ofLookups)].toSorted(([, some], [, others]) => others - some);
  const lines = reached.reduce((sum, [, count]) => sum + count, 0);
  expect(reached.length).toBeGreaterThan(100);
  expect(lines, reached.map(([file, count]) => `${count} ${file}`).join("\n")).toBeLessThanOrEqual(mostLines);
});

test("a start reaches neither the reader of tables nor the page that checks slips", () => {
  const reached = [...linesReached(...ofStart).keys()];
  expect(reached.length).toBeGreaterThan(500);
  const late = /^src\/(?:core\/imports\/(?!upload-problems)|documents\/spreadsheets|web\/check)/;
  expect(reached.filter((file) => late.test(file))).toEqual([]);
});

// `knip` counts what only tests or tools use as used.
test("the program uses every file of src, and every package that is installed with it", () => {
  const sources = globSync(["src/**/*.{ts,tsx,css}", "packages/**/*.ts"], { cwd: root }).filter(
    (file) => !/\.test\.tsx?$|\.d\.ts$|^src\/i18n\/(compiled|bundled)\//.test(file),
  );
  const begins = sources.filter((file) => /\.route\.tsx?$/.test(file) || beginnings.includes(file));
  const texts = reachedFrom(begins, (file, text) => namedIn(text).flatMap((name) => fileOf(name, file) ?? []));
  expect(begins.length).toBeGreaterThan(100);
  expect(sources.filter((file) => !texts.has(file))).toEqual([]);
  const named = new Set([...texts.values()].flatMap(namedIn).map(packageOf));
  expect(Object.keys(project.dependencies).filter((name) => !named.has(name))).toEqual([]);
});

/** Where programs, pages and scripts begin, beside the routes. */
const beginnings = [
  "src/main.ts",
  "packages/verify/index.ts",
  "src/api/reference/reference.css",
  "src/web/app.server.ts",
  "src/web/root.tsx",
  "src/web/routes.ts",
  "src/web/entry.client.tsx",
  "src/web/entry.server.tsx",
  "src/web/enhance/enhance.ts",
  "src/web/account/script/script.ts",
  "src/web/check/script/check-page.ts",
  "src/web/offline/worker.ts",
  "src/web/embed/embed.ts",
];

/** Everything in quotes: imports of all kinds, workers, and files that are read by their paths. */
const namedIn = (text: string): string[] =>
  [...text.matchAll(/["'`]([^"'`?\s]+)[^"'`\s]*["'`]/g)].map(([, name = ""]) => name);

const packageOf = (specifier: string) =>
  specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");

const linesReached = (...from: string[]): Map<string, number> =>
  new Map(
    reachedFrom(from, importedBy)
      .entries()
      .map(([file, text]) => [file, text.split("\n").length - 1]),
  );

/** The texts of all files that these reach. */
function reachedFrom(from: readonly string[], nextOf: (file: string, text: string) => string[]): Map<string, string> {
  const known = new Map<string, string>();
  const waiting = from.map((file) => path.join(root, file));
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const name = path.relative(root, file);
    if (known.has(name) || !/\.(tsx?|css)$/.test(file) || !existsSync(file)) continue;
    const text = readFileSync(file, "utf8");
    known.set(name, text);
    waiting.push(...nextOf(file, text));
  }
  return known;
}

type Entry = { isType: boolean; moduleRequest?: { value: string } | null };

function importedBy(file: string, text: string): string[] {
  const { staticImports, staticExports } = parseSync(file, text).module;
  const imports = staticImports
    .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
    .map(({ moduleRequest }) => moduleRequest.value);
  const exports = staticExports
    .flatMap(({ entries }): Entry[] => entries)
    .flatMap(({ isType, moduleRequest }) => (isType || !moduleRequest ? [] : [moduleRequest.value]));
  return [...imports, ...exports].flatMap((specifier) => fileOf(specifier, file) ?? []);
}

const project = z
  .object({ imports: z.record(z.string(), z.unknown()), dependencies: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")));

function fileOf(specifier: string, importer: string): string | null {
  if (specifier.startsWith(".")) return path.resolve(path.dirname(importer), specifier);
  for (const [alias, target] of Object.entries(project.imports)) {
    const [before = "", after] = alias.split("*");
    const isOne = after === undefined ? specifier === alias : specifier.startsWith(before);
    if (isOne && typeof target === "string")
      return path.join(root, target.replace("*", specifier.slice(before.length)));
  }
  return null;
}
