import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const folder = path.join(import.meta.dirname, "../../src/web/dashboard");

/** They have buttons alone: nothing that was typed can be lost. */
const withoutBoxes = [
  "classes/delete-class",
  "classes/give-up-seat",
  "classes/remove-student",
  "people/person-action",
  "posts/delete-post",
  "records/delete-record",
];

// What that does is shown in e2e/dashboard/failures.spec.ts.
test("every page with a form keeps it when no answer comes", () => {
  const routes = globSync("**/*.route.tsx", { cwd: folder }).map((file) => ({
    name: file.replace(".route.tsx", ""),
    source: readFileSync(path.join(folder, file), "utf8"),
  }));
  const takesForms = routes.filter(({ source }) => /^export .*\baction\b/m.test(source));
  const loses = takesForms.filter(({ source }) => !/clientAction\b.*keepFormOnFailure\(/s.test(source));
  expect(takesForms.length).toBeGreaterThan(20);
  expect(loses.map(({ name }) => name).toSorted()).toEqual(withoutBoxes);
});
