import { globSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, test } from "vitest";
import { type Fixture, linesThatBreak } from "./lint-fixture.ts";

const rows = [
  ["core"],
  ["i18n", "sealing", "storage", "documents", "mail", "limits"],
  ["operations", "auth", "design"],
  ["api", "web", "jobs", "demo"],
  ["server", "cli"],
];
const folders = rows.flat();
const rowOf = (folder: string) => rows.findIndex((row) => row.includes(folder)) + 1;
const boundFolders = folders.filter((folder) => rowOf(folder) < 5);
const placeOf = (folder: string) => (folder === "design" ? "web/design" : folder);

/** The import table of docs/architecture.md as a function, written independently of tools/import-rows.ts. */
function mayImport(from: string, to: string): boolean {
  if (from === to || rowOf(from) === 5) return true;
  if (rowOf(from) === 2) return to === "core";
  if (from === "design") return ["core", "i18n"].includes(to);
  if (from === "web") return ["core", "i18n", "design"].includes(to);
  if (rowOf(from) === 3) return rowOf(to) <= 2;
  if (rowOf(from) === 4) return ["core", "operations", "auth"].includes(to);
  return false;
}

let names = 0;
const freshName = () => `thing${(names += 1)}`;

/** Every way to import from `path`, one line each. */
const waysToImport = (path: string) => [
  `import type { Thing as ${freshName()} } from "${path}";`,
  `export * from "${path}";`,
  `const ${freshName()} = await import("${path}");`,
];

type Files = [file: string, lines: string[]][];

const depths = [0, 1, 5];
const up = (depth: number) => "../".repeat(depth);

/** Files in `folder`, at several depths, that import from each of `paths` in every way. */
const importing = (folder: string, paths: string[] | ((depth: number) => string[]), ending = ".ts"): Files =>
  depths.map((depth) => [
    `src/${placeOf(folder)}/${"deep/".repeat(depth)}${crypto.randomUUID()}${ending}`,
    (typeof paths === "function" ? paths(depth) : paths).flatMap(waysToImport),
  ]);

async function expectRejected(wrong: Files, right: Files): Promise<void> {
  const fixture: Fixture = Object.fromEntries([...wrong, ...right]);
  const expected = wrong.flatMap(([file, lines]) => lines.map((line) => `${file}: ${line}`));
  expect(await linesThatBreak("no-restricted-imports", fixture)).toEqual(expected.toSorted());
}

describe("the folders of src", () => {
  test("import each other only as the table of rows allows", async () => {
    const imports = (allowed: boolean) =>
      folders.flatMap((from) => {
        const targets = folders.filter((to) => mayImport(from, to) === allowed);
        return importing(
          from,
          targets.map((to) => `#${to}/part/thing.ts`),
        );
      });
    await expectRejected(imports(false), imports(true));
  });

  test("import from each other by alias, never by relative path", async () => {
    const leaving = (from: string) =>
      importing(from, (depth) =>
        [...folders.filter((to) => to !== from).map((to) => `${to}/thing.ts`), "main.ts"].map(
          (path) => `../${up(depth)}${path}`,
        ),
      );
    const staying = (from: string) => importing(from, (depth) => ["./thing.ts", `${up(depth) || "./"}part/thing.ts`]);
    await expectRejected(boundFolders.flatMap(leaving), [...folders.flatMap(staying), ...leaving("cli")]);
  });

  test("below row 5 import neither what starts the portal nor test code", async () => {
    const top = ["#config", "#server/server.ts"];
    const reaching = (from: string) => importing(from, [...top, "#cli/start.ts", "#test/support/portals.ts"]);
    await expectRejected(boundFolders.flatMap(reaching), importing("cli", top));
  });
});

test("no folder of src has more than 25 files, tests not counted", () => {
  const files = globSync("src/**/*.{ts,tsx,css}", { exclude: ["src/i18n/compiled/**", "**/*.test.*"] });
  const sizes = Map.groupBy(files, (file) => dirname(file));
  expect(sizes.size).toBeGreaterThan(25);
  expect([...sizes].filter(([, { length }]) => length > 25).map(([folder]) => folder)).toEqual([]);
});

test("files in web import operations only if their name marks them as server-only", async () => {
  const asking = ["#operations/thing.ts", "#auth/thing.ts"];
  const serverOnly = ["node:fs", "./thing.server.ts", "../frame/thing.server.tsx", "./thing.route.tsx"];
  await expectRejected(
    [...importing("web", [...asking, ...serverOnly]), ...importing("web", ["#storage/thing.ts"], ".server.ts")],
    [".server.ts", ".server.tsx", ".route.ts", ".route.tsx"].flatMap((ending) =>
      importing("web", [...asking, "node:fs", "./thing.server.ts"], ending),
    ),
  );
});

test("core imports zod and no other package", async () => {
  const packages = ["node:fs", "fs", "hono", "@hono/node-server", "zodiac"];
  await expectRejected(importing("core", packages), [
    ...importing("core", ["zod", "zod/v4"]),
    ...importing("storage", packages),
  ]);
});

test("a test file in src may import anything", async () => {
  const paths = ["#storage/thing.ts", "../../main.ts", "#test/support/portals.ts", "vitest"];
  await expectRejected([], [["src/core/records/thing.test.ts", paths.flatMap(waysToImport)]]);
});

test("only src/config.ts reads the environment", async () => {
  const reading = ["export const port = process.env.PORT;"];
  const files = { "src/config.ts": reading, "src/storage/open.ts": reading, "src/main.ts": reading };
  expect(await linesThatBreak("no-process-env", files)).toEqual([
    `src/main.ts: ${reading[0]}`,
    `src/storage/open.ts: ${reading[0]}`,
  ]);
  const importingIt = ['import { env } from "node:process";'];
  await expectRejected(
    ["src/main.ts", "src/storage/open.ts"].map((file) => [file, importingIt]),
    [],
  );
});

test("import cycles are rejected, type imports included", async () => {
  const cycle = {
    "src/core/a.ts": ['import { b } from "#core/b.ts";', "export const a = b;"],
    "src/core/b.ts": ['export { c as b } from "./c.ts";'],
    "src/core/c.ts": ['import type { a } from "./a.ts";', "export const c = (x: typeof a) => x;"],
  };
  const leadingThere = { "src/core/d.ts": ['export { a } from "./a.ts";'] };
  const broken = Object.entries(cycle).map(([file, lines]) => `${file}: ${lines[0]}`);
  expect(await linesThatBreak("no-cycle", { ...cycle, ...leadingThere })).toEqual(broken);
});

test.for([
  ["no-explicit-any", "src/a.ts", "export const a = (x: any) => x;"],
  ["no-non-null-assertion", "src/a.ts", "export const a = (x?: string) => x!;"],
  ["no-restricted-vi-methods", "src/a.test.ts", 'vi.mock("./b.ts");'],
] as const)("the lint rule %s is enforced", async ([rule, file, line]) => {
  const lines = ['import { vi } from "vitest";', line];
  expect(await linesThatBreak(rule, { [file]: lines })).toEqual([`${file}: ${line}`]);
});
