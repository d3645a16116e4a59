import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

const rows = read("docs/specification.md")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !/^\| (-|the specification )/.test(line))
  .map((line) => line.split("|").map((cell) => cell.trim()));

/** The names that a file gives to its tests: the first text after an opening bracket. */
const names = (file: string) => new Set([...read(file).matchAll(/\(\s*(["'`])(.*?)\1,/g)].map(([, , name]) => name));

/** Null if the last cell names a test that exists, or says why there is none. */
function wrongIn(shownBy: string): string | null {
  const [, file, name] = /^`([^`]+)`: (.+)$/.exec(shownBy) ?? [];
  if (file === undefined || name === undefined) return /^no test\b.*: .{10}/.test(shownBy) ? null : shownBy;
  return existsSync(path.join(root, file)) && names(file).has(name) ? null : shownBy;
}

test("each row of docs/specification.md says what is done here, and names a test that exists or why there is none", () => {
  expect(rows.length).toBeGreaterThan(70);
  expect(rows.filter((cells) => cells.length !== 5 || cells.slice(1, 4).includes(""))).toEqual([]);
  expect(rows.flatMap(([, , , shownBy = ""]) => wrongIn(shownBy) ?? [])).toEqual([]);
});
