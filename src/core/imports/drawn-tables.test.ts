import fc from "fast-check";
import { expect, test } from "vitest";
import { drawnTable } from "#test/support/drawn-tables.ts";
import { recordNumber } from "../records/numbers.ts";
import { surveyed } from "./find-table.ts";
import { cellsInTable, isBelowPeople, layoutOf, partsOf, readingsOf, repeatsHeads } from "./join-sheets.ts";
import { keyFields } from "./import-fields.ts";
import { isTotalOrNote, readRow } from "./row.ts";

/** Reads a file without a choice by hand. */
function readAll(file: ReturnType<typeof drawnTable>["file"]) {
  const layout = layoutOf(surveyed(file));
  if (!layout) return [];
  const readings = readingsOf(layout);
  // Days that can be read in both orders, and that nothing in their column tells apart, are asked about.
  const isAsked = (at: number) => readings[at]?.dayOrder === null;
  const columns = layout.main.columns.map((meaning, at) => (isAsked(at) ? null : meaning));
  const reading = { columns, readings };
  const heads = layout.main.sheet.top[layout.main.at]?.cells ?? [];
  const parts = partsOf(layout);
  return file.flatMap(({ cells: inFile }, at) => {
    const cells = cellsInTable(parts, at + 1, inFile);
    const isForNobody =
      !cells || isTotalOrNote(reading.columns, cells, isBelowPeople(parts, at + 1)) || repeatsHeads(heads, cells);
    return isForNobody ? [] : [readRow(reading, cells)];
  });
}

/** The people of a table who went in, by their passport numbers. */
function takenOf({ file }: ReturnType<typeof drawnTable>) {
  const taken = readAll(file).filter(
    ({ input, problems }) =>
      Object.keys(problems).length === 0 &&
      recordNumber(input.passportNumber ?? "") !== null &&
      input.name !== undefined,
  );
  return new Map(taken.map(({ input }) => [recordNumber(input.passportNumber ?? ""), input]));
}

test("of tables as agencies keep them, no cell is taken for another without a choice by hand", () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const table = drawnTable(seed);
      const byNumber = takenOf(table);
      const wrong = table.people.flatMap((person) =>
        Object.entries(byNumber.get(person.passportNumber) ?? {}).filter(([field, value]) => {
          const meant = person[field as keyof typeof person] ?? "";
          const isKey = keyFields.some((key) => key === field);
          return (isKey ? recordNumber(value) : value) !== meant;
        }),
      );
      if (wrong.length > 0) expect(wrong, JSON.stringify(table.file.slice(0, 12))).toEqual([]);
      const numbersOfPeople = new Set(table.people.map(({ passportNumber }) => passportNumber));
      expect([...byNumber.keys()].filter((number) => !numbersOfPeople.has(number ?? ""))).toEqual([]);
    }),
    { numRuns: 80 },
  );
});

// Always the same tables: how many people go in differs from draw to draw.
test("nearly everybody in tables as agencies keep them goes in without a choice by hand", () => {
  const tables = Array.from({ length: 80 }, (_, at) => drawnTable(at));
  const read = tables.flatMap((table) => {
    const byNumber = takenOf(table);
    return table.people.map(({ passportNumber }) => byNumber.has(passportNumber));
  });
  expect(read.filter(Boolean).length / read.length).toBeGreaterThanOrEqual(0.98);
});

test("a table with eighty columns, of which hardly any is understood, takes at most eight times as long as one with twenty", () => {
  // What was read of a heading is remembered, so each table has its own words.
  let tables = 0;
  const processorTimeFor = (width: number) => {
    tables += 1;
    const heads = Array.from({ length: width }, (_, at) => `Zorbo${tables}${at} heading (thing ${at}) for gbogbo`);
    const people = Array.from({ length: 200 }, (_, row) =>
      heads.map((head) => `Ali${row} ${head.split(" ", 1).join()}`),
    );
    const rows = [heads, ...people].map((cells, at) => ({ row: at + 1, cells }));
    const before = process.cpuUsage();
    layoutOf(surveyed(rows));
    return process.cpuUsage(before).user;
  };
  // The lists of words are read at the first table. The shortest of three times has the least other work in it.
  processorTimeFor(20);
  const [few = 0, many = Infinity] = [20, 80].map((width) => Math.min(...[1, 2, 3].map(() => processorTimeFor(width))));
  expect(many / few).toBeLessThanOrEqual(8);
});
