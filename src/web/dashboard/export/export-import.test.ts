import fc from "fast-check";
import { expect, test } from "vitest";
import { filledRows } from "#documents/spreadsheets/filled-rows.ts";
import { guessColumns, importedParticulars } from "#core/imports/columns.ts";
import { withFormulaGuard, withoutFormulaGuard } from "#core/imports/formula-guard.ts";
import { readRow } from "#core/imports/row.ts";
import { type CandidateRecord, noEdits, type Particulars, updateSchema } from "#core/records/candidate-record.ts";
import { overwriteGetLocale } from "#i18n/compiled/runtime.js";
import { recordTable } from "./record-table.server.ts";

/** Texts of the signs and separators that a table could misread, and of anything else. */
const text = fc.oneof(
  fc.string({ unit: fc.constantFrom(..."'=+-@＝;,\"|\t\r\n \u00A01aে_x"), maxLength: 12 }),
  fc.string({ unit: "grapheme" }),
  fc.constantFrom("=1+1", "-12 Road", "@home", "'=1+1", "''-12 Road", "_x0041_", "O'Neil", "1.2E+08", "2026-03-31"),
  fc.constantFrom(...",;|\t").map((separator) => `a${separator}`.repeat(30)),
);
const number = fc.oneof(fc.stringMatching(/^[A-Z0-9]{4,20}$/), fc.stringMatching(/^\d{2,8}E\d{2,8}$/));
const typed = fc.record(
  Object.fromEntries(importedParticulars.map((field) => [field, field.endsWith("Number") ? number : text])),
);
/** Particulars as they are stored. */
const particulars = typed
  .map((one) => updateSchema.safeParse(one).data)
  .filter((one): one is Particulars => one !== undefined);

async function imported(format: "csv" | "xlsx", records: readonly Particulars[]): Promise<object[]> {
  const stored = records.map((one) => ({ ...unseen, ...one }));
  async function* parts() {
    yield stored;
  }
  const file = await recordTable(parts(), { format, now: 0 }).arrayBuffer();
  const [heads, ...rows] = await Array.fromAsync(filledRows(new Uint8Array(file)));
  const columns = guessColumns(heads?.cells ?? []);
  return rows.map(({ cells }) => {
    const { input, problems } = readRow(columns, cells);
    return { ...updateSchema.parse(input), problems };
  });
}

/** What the table shows of a record besides its particulars. */
const unseen: Omit<CandidateRecord, keyof Particulars> = {
  id: "",
  registry: "",
  documents: {},
  lastDays: {},
  keptBack: [],
  approval: "approved",
  hidden: false,
  returnReason: "",
  addedBy: "",
  addedAt: 0,
  changedAt: 0,
  approvedAt: 0,
  approvedBy: null,
  assignedTo: null,
  revision: null,
  edited: noEdits,
  version: 1,
};

test.each([
  ["csv", "bn"],
  ["xlsx", "en"],
] as const)("an import reads from an exported %s file in %s the values that were stored", (format, language) =>
  fc.assert(
    fc.asyncProperty(fc.array(particulars, { minLength: 1, maxLength: 3 }), async (records) => {
      overwriteGetLocale(() => language);
      expect(await imported(format, records)).toEqual(records.map((one) => ({ ...one, problems: {} })));
    }),
    { numRuns: 50 },
  ),
);

test("the guard of formulas is taken off exactly, and no cell or line begins with a sign while it is on", () => {
  fc.assert(
    fc.property(text, (any) => {
      const guarded = withFormulaGuard(any);
      expect(withoutFormulaGuard(guarded)).toBe(any);
      expect(guarded).not.toMatch(/(?:^|[;\r\n])[^\S\r\n]*[=+\-@＝]/);
    }),
    { numRuns: 1000 },
  );
});
