import type { CandidateRecord } from "#core/records/candidate-record.ts";
import { kindsWithLastDay, lastDayField } from "#core/records/last-days.ts";
import { withoutDitto } from "#core/imports/ditto.ts";
import { fieldNames } from "#core/records/record-fields.ts";
import { type OwnField, usedOf } from "#core/own-fields/own-field.ts";
import { datedHere, type OwnDeclared, type PapersHere } from "#core/own-fields/own-paper.ts";
import { readOwnValue } from "#core/own-fields/own-value.ts";
import { publicStateOf } from "#core/records/public-state.ts";
import { officeDay } from "#core/office-clock.ts";
import { m } from "#i18n/compiled/messages.js";
import { fieldsHere } from "#i18n/second-number.ts";
import { ownLabel, ownValueWords } from "#i18n/own-field-words.ts";
import { stateWords } from "#design/page/state-label.tsx";
import { fieldLabel } from "../record-list/particulars.ts";
import { tableAnswer } from "./file-answer.server.ts";
import { getZone } from "#i18n/reader-zone.ts";

/** A column is left out while its kind is off: an import leaves what records have. */
type Declared = Pick<OwnDeclared, "ownFields"> & PapersHere;

type Column = { title: () => string; cell: (record: CandidateRecord) => string };

/** The office's day in a format that spreadsheets read. */
const dayOf = (at: number | null) => (at === null ? "" : officeDay(getZone(), at));

const columnsWith = ({ ownFields, ...site }: Declared): readonly Column[] => [
  ...fieldsHere(fieldNames).map((name): Column => ({ title: () => fieldLabel(name), cell: (record) => record[name] })),
  { title: m.state, cell: (record) => stateWords[publicStateOf(record)]() },
  { title: m.column_added, cell: ({ addedAt }) => dayOf(addedAt) },
  { title: m.bulk_changed_on, cell: ({ changedAt }) => dayOf(changedAt) },
  { title: m.bulk_approved_on, cell: ({ approvedAt }) => dayOf(approvedAt) },
  { title: m.return_reason, cell: ({ returnReason }) => returnReason },
  ...datedHere(site, kindsWithLastDay).map((kind): Column => ({
    title: () => fieldLabel(lastDayField(kind), site.ownPapers),
    cell: ({ lastDays }) => lastDays[kind] ?? "",
  })),
  ...usedOf(ownFields).map((field): Column => ({
    title: () => ownLabel(field),
    cell: ({ own }) => ownCell(field, own[field.id] ?? ""),
  })),
];

/** The words of a value, unless an import would read something else: two countries have the same name in Bangla. */
function ownCell(field: OwnField, value: string): string {
  const words = field.type === "day" ? value : ownValueWords(field, value);
  const read = readOwnValue(field, words);
  return "value" in read && read.value === value ? words : value;
}

type Options = { format: string | undefined; now: number; declared: Declared };

/** Returns records as a table, which is streamed while they are read. */
export function recordTable(parts: AsyncIterable<CandidateRecord[]>, { format, now, declared }: Options): Response {
  const columns = columnsWith(declared);
  return tableAnswer(`records-${officeDay(getZone(), now)}`, format === "xlsx" ? "xlsx" : "csv", {
    titles: columns.map(({ title }) => title()),
    parts: rowsOf(parts, columns),
  });
}

async function* rowsOf(parts: AsyncIterable<CandidateRecord[]>, columns: readonly Column[]) {
  for await (const records of parts)
    yield records.map((record) => columns.map(({ cell }) => withoutDitto(cell(record))));
}
