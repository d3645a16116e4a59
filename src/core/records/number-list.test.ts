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
    "A1234567\tW1234567\tUDDIN\tRahim\tBangladeshi",
    [
      ["A1234567", "UDDIN Rahim"],
      ["W1234567", "UDDIN Rahim"],
    ],
  ],
  [
    "A1234567;W1234567;B1234567;Rahim;1990-01-01",
    [
      ["A1234567", ""],
      ["W1234567", ""],
      ["B1234567", ""],
      ["Rahim", ""],
    ],
  ],
  ["A1234567; Rahim Uddin; 1990-01-01", [["A1234567", "Rahim Uddin"]]],
  ["A1234567; ০১-০২-১৯৯০; Rahim Uddin; 1 Jan 2030", [["A1234567", "Rahim Uddin"]]],
  ["1001\tA1234567\tRahim Uddin\tBangladeshi\tDhaka", [["A1234567", "Rahim Uddin"]]],
  ["A1234567, Rahim Uddin, +880 1712-345678", [["A1234567", "Rahim Uddin"]]],
  ["A1234567, Rahim Uddin, 01712-345678, House 12 Dhaka", [["A1234567", "Rahim Uddin"]]],
  ["1001, Rahim Uddin, 1990-01-01", [["1001", "Rahim Uddin"]]],
  ["A123 4567 Rahim Uddin", [["A123 4567", "Rahim Uddin"]]],
  [
    "A1234567 Md Ali, W1234567 রহিম উদ্দিন, B1234567 Jamal",
    [
      ["A1234567", "Md Ali"],
      ["W1234567", "রহিম উদ্দিন"],
      ["B1234567", "Jamal"],
    ],
  ],
  ["Passport No: A1234567.", [["Passport No: A1234567.", ""]]],
  ["1234 5678 A", [["1234 5678 A", ""]]],
  [
    "A1234567, 1234",
    [
      ["A1234567", ""],
      ["1234", ""],
    ],
  ],
  [
    "Rahim Uddin\nA1234567",
    [
      ["Rahim Uddin", ""],
      ["A1234567", ""],
    ],
  ],
])("parseNumberList finds the name beside the numbers of a person: %j", (numbers, found) => {
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

test("parseNumberList takes no date for a second number with a slash", () => {
  for (const birth of ["12/3/1990", "1990/3/12", "12/Mar/1990"])
    expect(parseNumberList({ numbers: `A1234567, Rahim Uddin, ${birth}` }, { form: ["slash"], labels: {} })).toEqual([
      { typed: "A1234567", canonical: "A1234567", name: "Rahim Uddin" },
    ]);
});

test("parseNumberList accepts 500 numbers", () => {
  expect(parseNumberList({ numbers: list(500) })).toHaveLength(500);
});

function list(count: number): string {
  return Array.from({ length: count }, (_, at) => `A${1000 + at}`).join("\n");
}
