import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";

const Package = z.object({ dev: z.boolean().default(false), optional: z.boolean().default(false) });
const Lockfile = z.object({ packages: z.record(z.string(), Package) });

test("the program needs at most 85 packages, apart from optional ones", () => {
  const lockfile = readFileSync(path.join(import.meta.dirname, "../../package-lock.json"), "utf8");
  const { packages } = Lockfile.parse(JSON.parse(lockfile));
  const needed = Object.entries(packages).filter(([name, { dev, optional }]) => name !== "" && !dev && !optional);
  expect(needed.length).toBeGreaterThan(0);
  expect(needed.length).toBeLessThanOrEqual(85);
});
