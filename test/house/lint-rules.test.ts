import { execFile } from "node:child_process";
import { mkdirSync, mkdtempDisposableSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { rooms } from "../../tools/import-rows.ts";

const root = path.join(import.meta.dirname, "../..");

/** Lines that lint must refuse, with the rule and the file in which each of them stands. */
const wrong: readonly (readonly [rule: string, file: string, line: string])[] = [
  ["no-restricted-imports", "src/core/a/thing.ts", 'import type { A } from "#sealing/thing.ts";'],
  ["no-restricted-imports", "src/core/thing.ts", 'export * from "node:fs";'],
  ["no-restricted-imports", "src/core/thing.ts", 'const hono = await import("hono");'],
  ["no-restricted-imports", "packages/verify/thing.ts", 'export * from "zod";'],
  ["no-restricted-imports", "packages/verify/src/thing.ts", 'export * from "../../../src/core/fine.ts";'],
  ["no-restricted-imports", "src/sealing/thing.ts", 'export * from "../core/thing.ts";'],
  ["no-restricted-imports", "src/operations/records/thing.ts", 'export * from "#auth/thing.ts";'],
  ["no-restricted-imports", "src/auth/thing.ts", 'export * from "#server/server.ts";'],
  ["no-restricted-imports", "src/web/design/form/thing.tsx", 'export * from "#storage/thing.ts";'],
  ["no-restricted-imports", "src/web/design/thing.tsx", 'export * from "node:fs";'],
  ["no-restricted-imports", "src/api/thing.ts", 'export * from "#web/thing.ts";'],
  ["no-restricted-imports", "src/jobs/thing.ts", 'export * from "#storage/thing.ts";'],
  ["no-restricted-imports", "src/demo/a/b/c/d/e/thing.ts", 'export * from "../../../../../../main.ts";'],
  ["no-restricted-imports", "src/limits/thing.ts", 'export * from "#config";'],
  ["no-restricted-imports", "src/mail/thing.ts", 'export * from "#test/support/portals.ts";'],
  ["no-restricted-imports", "src/web/a/thing.tsx", 'export * from "#operations/thing.ts";'],
  ["no-restricted-imports", "src/web/a/thing.tsx", 'export * from "../b/thing.server.tsx";'],
  ["no-restricted-imports", "src/web/a/thing.tsx", 'export * from "node:fs";'],
  ["no-restricted-imports", "src/web/a/thing.server.ts", 'export * from "#storage/thing.ts";'],
  ["no-restricted-imports", "src/operations/records/thing.ts", 'export * from "../desk/thing.ts";'],
  ["no-restricted-imports", "src/operations/portal/thing.ts", 'export * from "#operations/records/thing.ts";'],
  ["no-restricted-imports", "src/operations/portal/other.ts", 'export * from "./../records/thing.ts";'],
  ["no-restricted-imports", "src/operations/portal/mail/thing.ts", 'export * from "../mail/../../records/thing.ts";'],
  ["no-restricted-imports", "src/operations/portal/a/b/thing.ts", 'export * from "../../../records/thing.ts";'],
  ["no-restricted-imports", "src/web/dashboard/frame/a/b/thing.tsx", 'export * from "../../../records/thing.tsx";'],
  ["no-restricted-imports", "src/web/frame/thing.tsx", 'export * from "#web/lookup/thing.tsx";'],
  ["no-restricted-imports", "src/web/frame/menus/thing.tsx", 'export * from "../../lookup/thing.tsx";'],
  ["no-restricted-imports", "src/web/dashboard/frame/thing.route.tsx", 'export * from "../records/thing.ts";'],
  ["no-restricted-imports", "src/main.ts", 'import { env } from "node:process";'],
  ["no-process-env", "src/main.ts", "export const port = process.env.PORT;"],
  ["no-cycle", "src/core/a.ts", 'import type { b } from "#core/b.ts";'],
  ["no-explicit-any", "src/a.ts", "export const a = (x: any) => x;"],
  ["no-non-null-assertion", "src/b.ts", "export const b = (x?: string) => x!;"],
  ["no-restricted-vi-methods", "src/a.test.ts", 'vi.mock("./b.ts");'],
];

/** Lines of the same kinds that lint must accept. */
const right: readonly (readonly [file: string, line: string])[] = [
  ["src/core/fine.ts", 'export * from "zod/v4"; export * from "#verify/fine.ts";'],
  ["packages/verify/src/fine.ts", 'export * from "./other.ts";'],
  [
    "src/storage/deep/er/fine.ts",
    'export * from "../../fine.ts"; export * from "node:fs"; export * from "#core/fine.ts";',
  ],
  ["src/operations/records/fine.ts", 'export * from "#storage/fine.ts"; export * from "#limits/fine.ts";'],
  ["src/web/design/form/fine.tsx", 'export * from "#i18n/fine.ts";'],
  ["src/operations/desk/fine.ts", 'export * from "../records/fine.ts";'],
  ["src/web/dashboard/texts/fine.tsx", 'export * from "../frame/fine.tsx"; export * from "../../texts/fine.ts";'],
  ["src/api/fine.ts", 'export * from "#auth/fine.ts"; export * from "#operations/fine.ts";'],
  ["src/web/a/fine.route.tsx", 'export * from "#operations/fine.ts"; export * from "./fine.server.ts";'],
  ["src/cli/fine.ts", 'export * from "../main.ts"; export * from "#web/fine.ts";'],
  ["src/config.ts", "export const port = process.env.PORT;"],
  ["src/core/fine.test.ts", 'export * from "#storage/fine.ts"; export * from "#test/support/portals.ts";'],
  ["src/core/b.ts", 'export { c as b } from "./a.ts";'],
];

test.each(Object.entries(rooms))("each folder of src/%s has its place in the order", (folder, order) => {
  const entries = readdirSync(path.join(root, "src", folder), { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  // The design system and the icons are reached by an alias of their own.
  const apart = new Set(folder === "web" ? ["design", "icons"] : []);
  expect(folders.filter((name) => !apart.has(name)).toSorted()).toEqual(order.toSorted());
});

test("lint refuses wrong imports and the environment, and accepts right imports", async () => {
  using folder = mkdtempDisposableSync(path.join(tmpdir(), "attestry-house-"));
  const files = Map.groupBy([...wrong.map(([, file, line]) => [file, line] as const), ...right], ([file]) => file);
  const write = (name: string, text: string) => {
    mkdirSync(path.join(folder.path, path.dirname(name)), { recursive: true });
    writeFileSync(path.join(folder.path, name), text);
  };
  for (const [file, lines] of files) write(file, lines.map(([, line]) => line).join("\n"));
  // Rules that need types are off: these files belong to no TypeScript project.
  write(
    "oxlint.config.ts",
    `import config from ${JSON.stringify(path.join(root, "oxlint.config.ts"))};
    export default { ...config, options: { typeAware: false } };`,
  );
  write("package.json", JSON.stringify({ type: "module", imports: { "#core/*": "./src/core/*" } }));
  const found = (await lint(folder.path)).flatMap(({ code, filename, labels: [label] }) => {
    const rule = /\((.*)\)/.exec(code)?.[1] ?? "";
    const [, line = ""] = files.get(filename)?.[(label?.span.line ?? 0) - 1] ?? [];
    return wrong.some(([known]) => known === rule) ? [[rule, filename, line].join(" ")] : [];
  });
  const cycle = 'no-cycle src/core/b.ts export { c as b } from "./a.ts";';
  expect([...new Set(found)].toSorted()).toEqual([...wrong.map((words) => words.join(" ")), cycle].toSorted());
});

test("no file has more than 600 lines, no function more than 100", async () => {
  using folder = mkdtempDisposableSync(path.join(tmpdir(), "attestry-house-"));
  const limits = { "max-lines": ["error", { max: 600 }], "max-lines-per-function": ["error", { max: 100 }] };
  const file = path.join(folder.path, "oxlint.config.ts");
  writeFileSync(
    file,
    `import config from ${JSON.stringify(path.join(root, "oxlint.config.ts"))};
    export default { ...config, rules: { ...config.rules, ...${JSON.stringify(limits)} }, options: { typeAware: false } };`,
  );
  const found = await lint(root, "--config", file, "src", "packages", "tools", "bench");
  const tooLong = found.filter(({ code, severity }) => /max-lines/u.test(code) && severity === "error");
  expect(tooLong.map(({ filename, code }) => `${filename} ${code}`)).toEqual([]);
});

const reportSchema = z.object({
  diagnostics: z.array(
    z.object({
      code: z.string(),
      severity: z.string(),
      filename: z.string(),
      labels: z.array(z.object({ span: z.object({ line: z.number() }) })),
    }),
  ),
});

// oxlint exits with 1 when it finds something. The findings are on standard output in both cases.
const lint = (cwd: string, ...more: string[]) =>
  new Promise<z.infer<typeof reportSchema>["diagnostics"]>((resolve) => {
    const oxlint = path.join(root, "node_modules/oxlint/bin/oxlint");
    const options = { cwd, maxBuffer: 64 * 1024 * 1024 };
    execFile(process.execPath, [oxlint, "--format=json", ...more], options, (_error, output) =>
      resolve(reportSchema.parse(JSON.parse(output)).diagnostics),
    );
  });
