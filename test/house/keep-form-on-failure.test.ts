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

const showsFailure = /<(FormPage|KeepFormOnFailure|FailureAbove)\b/;

/** Their buttons stand in the rows of lists, or the list itself says where it was cut off. */
const showsFailureOtherwise: Readonly<Record<string, RegExp>> = {
  "approval/approval": /<RowAction\b/,
  "classes/classes": /<RowAction\b/,
  "classes/my-selected-classes": /<RowAction\b/,
  "numbers/many-numbers": /<WayOutOf\b/,
  "overview/dashboard": /<ActionButton\b/,
  "settings/backups": /<ActionButton\b/,
};

const read = (file: string) => readFileSync(path.join(folder, file), "utf8");

/** The source of a component, and of those of its folder that it uses. */
function withParts(file: string): string {
  const source = read(file);
  const parts = [...source.matchAll(/ from "\.\/([\w-]+\.tsx)"/g)].map(([, part = ""]) => part);
  return [source, ...parts.map((part) => withParts(path.join(path.dirname(file), part)))].join("\n");
}

const takeForms = globSync("**/*.route.tsx", { cwd: folder })
  .filter((file) => /^export .*\baction\b/m.test(read(file)))
  .map((file) => ({ name: file.replace(".route.tsx", ""), source: withParts(file) }));

const namesOf = (routes: typeof takeForms) => routes.map(({ name }) => name).toSorted();

// What that does is shown in e2e/dashboard/failures.spec.ts.
test("every page with a form keeps it when no answer comes", () => {
  expect(takeForms.length).toBeGreaterThan(20);
  const loses = takeForms.filter(({ source }) => !/clientAction\b.*keepFormOnFailure\(/s.test(source));
  expect(namesOf(loses)).toEqual(withoutBoxes);
});

test("every page that keeps its form shows why", () => {
  const shows = ({ name, source }: (typeof takeForms)[number]) =>
    (showsFailureOtherwise[name] ?? showsFailure).test(source);
  expect(namesOf(takeForms.filter((route) => !shows(route)))).toEqual(withoutBoxes);
});
