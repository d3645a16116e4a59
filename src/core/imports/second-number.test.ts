import { expect, test } from "vitest";
import { guessColumns, ownHeadsOf } from "./columns.ts";
import { readRow } from "./row.ts";
import type { Cell } from "./table.ts";

test("the second number is found by the operator's name, and its cells keep the signs of its form", () => {
  const headings = ["Passport No", "VISA Number", "Name"].map((own) => ({ own, whole: own }));
  const ownHeads = ownHeadsOf([], [], { labels: { en: "Visa number", bn: "ভিসা নম্বর" } });
  const columns = guessColumns({ headings, ownHeads });
  expect(columns).toEqual(["passportNumber", "irccNumber", "name"]);
  const read = (cell: Cell) => {
    const { input, problems, warnings } = readRow({ columns, numberForm: ["slash"] }, ["A1234567", cell, "Rahim"]);
    return problems.irccNumber ?? warnings.irccNumber ?? input.irccNumber;
  };
  expect(["201 / 2024 / 2", "12/3/2024", "12;3", "at the embassy"].map(read)).toEqual([
    "201/2024/2",
    "12/3/2024",
    "number-format",
    "number-format",
  ]);
  expect(read({ day: "2024-03-12" })).toBe("number-is-day");
  expect(read({ number: "2.01E+12" })).toBe("digits-lost");
});
