import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "vite";
import { expect, test } from "vitest";
import { z } from "zod";

const root = path.join(import.meta.dirname, "../..");
const ofLookups = "src/web/lookup/lookup-pages.server.tsx";
const ofStart = ["src/cli/start-site.ts", "src/web/app.server.ts"];

/** Whoever changes a lookup has to read at most so much. Types and messages cost nothing at run time, and do not count. */
const mostLines = 11_000;

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

function linesReached(...from: string[]): Map<string, number> {
  const known = new Map<string, number>();
  const waiting = from.map((file) => path.join(root, file));
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const name = path.relative(root, file);
    if (known.has(name) || !/\.tsx?$/.test(file) || !existsSync(file)) continue;
    const text = readFileSync(file, "utf8");
    known.set(name, text.split("\n").length - 1);
    waiting.push(...importedBy(file, text));
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

const aliases = z
  .object({ imports: z.record(z.string(), z.unknown()) })
  .parse(JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"))).imports;

function fileOf(specifier: string, importer: string): string | null {
  if (specifier.startsWith(".")) return path.resolve(path.dirname(importer), specifier);
  for (const [alias, target] of Object.entries(aliases)) {
    const [before = "", after] = alias.split("*");
    const isOne = after === undefined ? specifier === alias : specifier.startsWith(before);
    if (isOne && typeof target === "string")
      return path.join(root, target.replace("*", specifier.slice(before.length)));
  }
  return null;
}
