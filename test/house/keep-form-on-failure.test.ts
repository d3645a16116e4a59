import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const folder = path.join(import.meta.dirname, "../../src/web/dashboard");

/** These pages have buttons but no fields: no typed value can be lost. */
const withoutBoxes = [
  "classes/delete-class",
  "classes/give-up-seat",
  "classes/remove-student",
  "people/person-action",
  "posts/delete-post",
  "records/delete-record",
];

const showsFailure = /<(FormPage|KeepFormOnFailure|FailureAbove)\b/;

/** These pages show a failure beside a button, in a list row, or in the list itself. */
const showsFailureOtherwise: Readonly<Record<string, RegExp>> = {
  "approval/approval": /<RowAction\b/,
  "classes/classes": /<RowAction\b/,
  "classes/my-selected-classes": /<RowAction\b/,
  "numbers/many-numbers": /<WayOutOf\b/,
  "overview/dashboard": /<ActionButton\b/,
  "settings/backups": /<ActionButton\b/,
};

const read = (file: string) => readFileSync(path.join(folder, file), "utf8");

/** Returns the source of a component and of all components in its folder that it imports. */
function withParts(file: string): string {
  const source = read(file);
  const parts = [...source.matchAll(/ from "\.\/([\w-]+\.tsx)"/g)].map(([, part = ""]) => part);
  return [source, ...parts.map((part) => withParts(path.join(path.dirname(file), part)))].join("\n");
}

const takeForms = globSync("**/*.route.tsx", { cwd: folder })
  .filter((file) => /^export .*\baction\b/m.test(read(file)))
  .map((file) => ({ name: file.replace(".route.tsx", ""), source: withParts(file) }));

const namesOf = (routes: typeof takeForms) => routes.map(({ name }) => name).toSorted();

// e2e/dashboard/failures.spec.ts tests the effect of keepFormOnFailure in a browser.
test("every page with a form keeps the typed values when no response arrives", () => {
  expect(takeForms.length).toBeGreaterThan(20);
  const loses = takeForms.filter(({ source }) => !/clientAction\b.*keepFormOnFailure\(/s.test(source));
  expect(namesOf(loses)).toEqual(withoutBoxes);
});

test("every page that keeps its form shows why the request failed", () => {
  const shows = ({ name, source }: (typeof takeForms)[number]) =>
    (showsFailureOtherwise[name] ?? showsFailure).test(source);
  expect(namesOf(takeForms.filter((route) => !shows(route)))).toEqual(withoutBoxes);
});
