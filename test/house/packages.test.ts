import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";

const Package = z.object({
  dev: z.boolean().default(false),
  optional: z.boolean().default(false),
  link: z.boolean().default(false),
  inBundle: z.boolean().default(false),
  license: z.string().default("none"),
  resolved: z.string().default(""),
  integrity: z.string().default(""),
});
const Lockfile = z.object({ packages: z.record(z.string(), Package) });
const Versions = z.record(z.string(), z.string());
const Manifest = z.object({ dependencies: Versions, devDependencies: Versions });

const written = (file: string) => readFileSync(path.join(import.meta.dirname, "../..", file), "utf8");
const read = (file: string): unknown => JSON.parse(written(file));
const packages = Object.entries(Lockfile.parse(read("package-lock.json")).packages).filter(
  ([name, { link }]) => name.startsWith("node_modules/") && !link,
);
const needed = packages.filter(([, { dev, optional }]) => !dev && !optional);

test("the program needs at most 85 packages, apart from optional ones", () => {
  expect(needed.length).toBeGreaterThan(0);
  expect(needed.length).toBeLessThanOrEqual(85);
});

test("every package that runs on the server has a permissive licence", () => {
  const permissive = ["MIT", "MIT-0", "ISC", "0BSD", "BSD-3-Clause", "Apache-2.0"];
  const others = needed.filter(([, { license }]) => !permissive.includes(license));
  expect(others.map(([name, { license }]) => `${name}: ${license}`)).toEqual([]);
});

test("every package comes from the npm registry, in the exact version and with the bytes of the lockfile", () => {
  const { dependencies, devDependencies } = Manifest.parse(read("package.json"));
  const versions = Object.entries({ ...dependencies, ...devDependencies });
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  // The lockfile leaves the address out if it is the one of the npm registry.
  const unpinned = packages.filter(
    ([, { resolved, integrity, inBundle }]) => !inBundle && (resolved !== "" || !integrity.startsWith("sha512-")),
  );
  expect(unpinned.map(([name]) => name)).toEqual([]);
});

test("the verifier may be published: with its licence, and without scripts that run where it is installed", () => {
  expect(read("packages/verify/package.json")).not.toHaveProperty("private");
  expect(read("packages/verify/package.json")).not.toHaveProperty("scripts");
  expect(written("packages/verify/LICENSE")).toBe(written("LICENSE"));
});

test("the record of releases names the commit of each version, and says so where a hash is not known", () => {
  const sha256 = z.string().regex(/^[\da-f]{64}$/);
  const made = z.strictObject({
    commit: z.string().regex(/^[\da-f]{40}$/),
    key: z.string().startsWith("SHA256:"),
    files: z.record(z.string(), sha256),
  });
  const unknown = made.extend({ key: z.null(), files: z.null(), note: z.string().min(20) });
  const record = z.record(z.string(), z.union([made, unknown])).parse(read("docs/security/releases.json"));
  // The newest release is recorded in the commit after it.
  const [, ...older] = [...written("CHANGELOG.md").matchAll(/^## ([\d.]+), \d{4}-/gm)].map(([, version]) => version);
  expect(Object.keys(record)).toEqual(expect.arrayContaining(older));
});
