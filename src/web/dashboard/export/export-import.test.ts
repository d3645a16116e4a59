import fc from "fast-check";
import { expect, test } from "vitest";
import { filledRows } from "#documents/spreadsheets/filled-rows.ts";
import { saidIn } from "#core/imports/cell-text.ts";
import { fieldNames } from "#core/records/record-fields.ts";
import { ownHeadsOf } from "#core/imports/own-heads.ts";
import { countryCodes } from "#core/own-fields/countries.ts";
import { type OwnField, ownFieldTypes, type OwnFieldType, ownName } from "#core/own-fields/own-field.ts";
import { ownPaper } from "#test/support/own-fields.ts";
import { ownValuesIn, readOwnValue } from "#core/own-fields/own-value.ts";
import { surveyed } from "#core/imports/find-table.ts";
import { layoutOf, readingsOf } from "#core/imports/join-sheets.ts";
import { withFormulaGuard, withoutFormulaGuard } from "#core/imports/formula-guard.ts";
import { readRow } from "#core/imports/row.ts";
import { approvals, type CandidateRecord, updateSchema } from "#core/records/candidate-record.ts";
import { type Particulars, noEdits, noParticulars, particularsOf } from "#core/records/record-details.ts";
import { kindsWithLastDay, lastDayField } from "#core/records/last-days.ts";
import { publicStateOf } from "#core/records/public-state.ts";
import { overwriteGetLocale } from "#i18n/compiled/runtime.js";
import { recordTable } from "./record-table.server.ts";

/** Texts of the signs and separators that a table could misread, and of anything else. */
const text = fc.oneof(
  fc.string({ unit: fc.constantFrom(..."'=+-@＝;,\"|\t\r\n \u00A01aে_x"), maxLength: 12 }),
  fc.string({ unit: "grapheme" }),
  fc.constantFrom(
    "=1+1",
    "-12 Road",
    "@home",
    "'=1+1",
    "''-12 Road",
    "_x0041_",
    "O'Neil",
    "1.2E+08",
    "2026-03-31",
    "Same as above",
    "-do-",
  ),
  fc.constantFrom(...",;|\t").map((separator) => `a${separator}`.repeat(30)),
);
const number = fc.oneof(fc.stringMatching(/^[A-Z0-9]{4,20}$/), fc.stringMatching(/^\d{2,8}E\d{2,8}$/));
const typed = fc.record(
  Object.fromEntries(fieldNames.map((field) => [field, field.endsWith("Number") ? number : text])),
);
/** Particulars as they are stored. */
const particulars = typed
  .map((one) => updateSchema.safeParse(one).data)
  // What says that there is nothing, such as "-", is read as nothing.
  .filter(
    (one): one is Particulars => one !== undefined && Object.values(one).every((value) => saidIn(value) === value),
  );

/** One of the operator's own papers, whose title names a kind of the program as well. */
const ownPapers = [ownPaper("p1", "", { labels: { en: "Wafid medical", bn: "ওয়াফিদ মেডিকেল" } })];
const dated = [...kindsWithLastDay, "p1"] as const;
/** What else a record has that an export says. */
const days = fc.date({ min: new Date("2020-01-01"), max: new Date("2059-12-31"), noInvalidDate: true });
const dayText = days.map((day) => day.toISOString().slice(0, 10));
const standing = fc.record({
  hidden: fc.boolean(),
  approval: fc.constantFrom(...approvals),
  returnReason: fc.constantFrom("", "The photo is missing."),
  lastDays: fc.dictionary(fc.constantFrom(...dated), dayText),
});
/** One of the operator's own fields of each type. */
const ownFields = ownFieldTypes.map((type, at): OwnField => ({
  id: `f${at + 1}`,
  type,
  audience: "staff",
  labels: { en: `Sponsor's ${type}`, bn: `স্পনসরের ${type}` },
  hints: {},
  isNeeded: false,
  choices: type === "choice" ? ["Pending", "Doha"] : [],
  isRemoved: false,
}));
const drawn = {
  text,
  "long-text": text,
  number: fc.integer().map(String),
  day: dayText,
  choice: fc.constantFrom("", "Pending", "Doha"),
  "yes-no": fc.constantFrom("", "yes", "no"),
  country: fc.constantFrom("", ...countryCodes),
  phone: fc.constantFrom("", "+97455512345", "01712345678"),
} satisfies Record<OwnFieldType, unknown>;
const typedOwn = fc.record(Object.fromEntries(ownFields.map(({ id, type }) => [id, drawn[type]])));
const own = typedOwn.map((typedValues) =>
  ownValuesIn(
    Object.fromEntries(
      ownFields.map((field) => {
        const read = readOwnValue(field, saidIn(typedValues[field.id] ?? ""));
        return [field.id, "value" in read && saidIn(read.value) === read.value ? read.value : ""];
      }),
    ),
  ),
);
const records = fc.array(
  fc
    .tuple(particulars, standing, own)
    .map(([one, other, ownValues]) => ({ ...unseen, ...one, ...other, own: ownValues })),
  { minLength: 1, maxLength: 3 },
);

async function imported(format: "csv" | "xlsx", stored: CandidateRecord[]): Promise<object[]> {
  async function* parts() {
    yield stored;
  }
  const file = await recordTable(parts(), {
    format,
    now: 0,
    declared: { ownFields, ownPapers, kindsOff: {} },
  }).arrayBuffer();
  const rows = await Array.fromAsync(filledRows(new Uint8Array(file)));
  const layout = layoutOf(surveyed(rows), undefined, ownHeadsOf(ownFields, ownPapers));
  const table = {
    columns: layout?.main.columns ?? [],
    readings: layout ? readingsOf(layout) : [],
    ownFields,
    ownPapers,
  };
  return rows.slice(1).map(({ cells }) => {
    const { input, problems, warnings } = readRow(table, cells);
    const { state, returnReason = "" } = input;
    const lastDays = dated.flatMap((kind) => (input[lastDayField(kind)] ? [[kind, input[lastDayField(kind)]]] : [])); // prettier-ignore
    return {
      ...noParticulars,
      ...updateSchema.parse(input),
      state,
      returnReason,
      lastDays: Object.fromEntries(lastDays),
      own: ownValuesIn(Object.fromEntries(ownFields.map(({ id }) => [id, input[ownName(id)]]))),
      problems,
      warnings,
    };
  });
}

/** What the table shows of a record besides its particulars. */
const unseen: Omit<CandidateRecord, keyof Particulars> = {
  id: "",
  registry: "",
  documents: {},
  lastDays: {},
  own: {},
  keptBack: [],
  ownKeptBack: [],
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
  contentSince: null,
  approvedAs: null,
  version: 1,
};

test.each([
  ["csv", "bn"],
  ["xlsx", "en"],
] as const)("an import reads from an exported %s file in %s the values that were stored", (format, language) =>
  fc.assert(
    fc.asyncProperty(records, async (stored) => {
      overwriteGetLocale(() => language);
      expect(await imported(format, stored)).toEqual(
        stored.map((one) => {
          const { returnReason, lastDays, own: ownValues } = one;
          return {
            ...particularsOf(one),
            state: publicStateOf(one),
            returnReason,
            lastDays,
            own: ownValues,
            problems: {},
            warnings: {},
          };
        }),
      );
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
