import { expect, test } from "vitest";
import { guessColumns } from "./columns.ts";
import { ownHeadsOf } from "./own-heads.ts";
import type { InLanguages } from "../own-fields/own-field.ts";
import { surveyed } from "./find-table.ts";
import { layoutOf } from "./join-sheets.ts";
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

test("beside the operator's name, headings of IRCC mean nothing; without it in the table, they are asked for", () => {
  const tableOf = (labels: InLanguages, ...heads: string[]) => {
    const row = (of: string) => ["A123456", "W12345678", "201/2024/2/", "Rahim Kha"].map((text) => text + of);
    const rows = [heads, row("1"), row("2")].map((cells, at) => ({ row: at + 1, cells }));
    const main = layoutOf(surveyed(rows), undefined, ownHeadsOf([], [], { labels }))?.main;
    return [main?.columns, main?.left.map(({ head }) => head)];
  };
  const named = ["passportNumber", null, "irccNumber", "name"];
  const visa = { en: "Visa number" };
  expect(tableOf(visa, "Passport No", "IRCC number", "Visa number", "Name")).toEqual([named, []]);
  expect(tableOf(visa, "Passport No", "Application no.", "Visa number", "Name")).toEqual([named, []]);
  expect(tableOf(visa, "Passport No", "", "Visa number", "Name")).toEqual([named, []]);
  const asked = ["passportNumber", null, null, "name"];
  expect(tableOf(visa, "Passport No", "IRCC number", "Remarks", "Name")).toEqual([asked, ["IRCC number"]]);
  const both = ["passportNumber", "irccNumber", null, "name"];
  // The same in the words of an agency.
  expect(tableOf(visa, "Passport No", "IRCC number", "ভিসা নং / Visa File No.", "Name")).toEqual([named, []]);
  expect(tableOf(visa, "Passport No", "Labour card no.", "কফিলের ভিসা নং", "Name")[0]).toEqual(asked);
  expect(tableOf(visa, "Passport No", "Entry visa no", "Work visa no", "Name")[0]).toEqual(asked);
  expect(tableOf({}, "Passport No", "IRCC number", "Remarks", "Name")).toEqual([both, []]);
  expect(tableOf({ en: "UCI" }, "Passport No", "IRCC number", "Remarks", "Name")).toEqual([both, []]);
});
