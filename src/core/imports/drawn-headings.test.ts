import { expect, test } from "vitest";
import { headingPatterns, headingsIn, otherPatterns } from "#test/support/drawn-headings.ts";
import { addressParts, headings } from "./headings.ts";
import { foreignHeadings, otherHeadings } from "./more-headings.ts";
import { recognise } from "./recognise-heading.ts";

const isOfRecords = (meaning: string | undefined) =>
  meaning !== undefined && !["other", "vague", "application"].includes(meaning);

test.each(Object.entries(headingPatterns))("a heading is known however an agency words it: %s", (field, patterns) => {
  const drawn = patterns.flatMap(headingsIn);
  expect(drawn.filter((heading) => recognise(heading) !== field)).toEqual([]);
});

test("a heading about something else is taken for nothing that a record has", () => {
  const drawn = otherPatterns.flatMap(headingsIn);
  expect(drawn.filter((heading) => isOfRecords(recognise(heading)))).toEqual([]);
});

test("at least three hundred headings are known, and none of them means two things", () => {
  const tables = [headings, foreignHeadings, { other: otherHeadings, addressPart: addressParts }];
  const all = tables
    .flatMap((table) => Object.entries<readonly string[]>(table))
    .flatMap(([meaning, texts]) => texts.map((text) => [text, meaning] as const));
  expect(all.length).toBeGreaterThanOrEqual(300);
  expect(all.filter(([text, meaning]) => recognise(text) !== meaning)).toEqual([]);
});
