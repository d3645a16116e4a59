import { expect, test } from "vitest";
import { csvLine } from "./csv.ts";

test.each([
  ["Rahim, Uddin", '"Rahim, Uddin"'],
  ['Rahim "Babu" Uddin', '"Rahim ""Babu"" Uddin"'],
  ["=HYPERLINK(1)", '"\'=HYPERLINK(1)"'],
  [" +880", '"\' +880"'],
  ["-1", '"\'-1"'],
  ["@SUM(A1)", '"\'@SUM(A1)"'],
  ["\t=1", '"\'\t=1"'],
  ["＝1", '"\'＝1"'],
  ["Rahim;=HYPERLINK(1)", '"Rahim;\'=HYPERLINK(1)"'],
  ["Dhaka\n ＋880", '"Dhaka\n\' ＋880"'],
  ["A-1", '"A-1"'],
])("a spreadsheet does not read %j as a formula", (text, cell) => {
  expect(csvLine([text, "2026-11-22"])).toBe(`${cell},"2026-11-22"\r\n`);
});
