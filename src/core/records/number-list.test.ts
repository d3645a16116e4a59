import { expect, test } from "vitest";
import { parseNumberList } from "./number-list.ts";

test("parseNumberList splits a list at line ends, commas, semicolons and tabs, and keeps each number once", () => {
  const numbers = ",A 1234-5678\r\na12345678\nW1234567;\tno!\n\n, W1234567 ";
  expect(parseNumberList({ numbers })).toEqual([
    { typed: "A 1234-5678", canonical: "A12345678", name: "" },
    { typed: "W1234567", canonical: "W1234567", name: "no!" },
  ]);
});

test.each([
  ["A1234567, Uddin, Rahim", [["A1234567", "Uddin Rahim"]]],
  [
    "1\tRahim Uddin\tA1234567\r\n2\t\tW1234567",
    [
      ["A1234567", "Rahim Uddin"],
      ["W1234567", ""],
    ],
  ],
  [
    "A1234567;W1234567;Rahim",
    [
      ["A1234567", ""],
      ["W1234567", ""],
      ["Rahim", ""],
    ],
  ],
  [
    "Rahim Uddin\nA1234567",
    [
      ["Rahim Uddin", ""],
      ["A1234567", ""],
    ],
  ],
])("parseNumberList finds the name beside the only number of a line: %j", (numbers, found) => {
  expect(parseNumberList({ numbers }).map(({ typed, name }) => [typed, name])).toEqual(found);
});

test.each([
  [undefined, "required"],
  [" ,\n ", "required"],
  [["A1234567"], "not-text"],
  [list(501), "too-many-numbers"],
  ["A".repeat(100_001), "too-many-numbers"],
])("parseNumberList refuses a list that is empty, too long or not text", (numbers, problem) => {
  expect(() => parseNumberList({ numbers })).toThrow(expect.objectContaining({ fields: { numbers: problem } }));
});

test("parseNumberList accepts 500 numbers", () => {
  expect(parseNumberList({ numbers: list(500) })).toHaveLength(500);
});

function list(count: number): string {
  return Array.from({ length: count }, (_, at) => `A${1000 + at}`).join("\n");
}
