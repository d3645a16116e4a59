import { expect, test } from "vitest";
import { headingPatterns, headingsIn, otherPatterns } from "#test/support/drawn-headings.ts";
import { recognise } from "./recognise-heading.ts";

const isOfRecords = (meaning: string | undefined) =>
  meaning !== undefined && !["other", "vague", "application"].includes(meaning);

test.each(Object.entries(headingPatterns))("a heading is known however an agency words it: %s", (field, patterns) => {
  const headings = patterns.flatMap(headingsIn);
  expect(headings.filter((heading) => recognise(heading) !== field)).toEqual([]);
});

test("a heading about something else is taken for nothing that a record has", () => {
  const headings = otherPatterns.flatMap(headingsIn);
  expect(headings.filter((heading) => isOfRecords(recognise(heading)))).toEqual([]);
});
