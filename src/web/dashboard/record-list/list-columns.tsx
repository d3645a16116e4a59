import { isRecordColumn, type ListColumn, type RecordColumn } from "#core/records/list-columns.ts";
import { eachField, fieldsWith } from "#core/records/record-fields.ts";
import { m } from "#i18n/compiled/messages.js";
import type { Column } from "#design/table/data-table.tsx";
import { tickColumn } from "./tick-bar.tsx";
import {
  type MenuOfRow,
  menuColumn,
  numberColumn,
  PaperCount,
  type Panel,
  personColumn,
  type ShownInRow,
  stateColumn,
} from "./record-columns.tsx";
import { CopiedNumber } from "./record-mark.tsx";
import { fieldWords } from "#i18n/field-words.ts";
import { secondTitle } from "#i18n/second-number.ts";

/** `more` contains the texts of the chosen columns. */
type Row = ShownInRow & MenuOfRow & { more: Partial<Record<ListColumn, string>>; hasEnded: boolean };

export type ShownColumn = { name: ListColumn; title: string };

export const columnTitles: Readonly<Record<RecordColumn, () => string>> = {
  number: secondTitle,
  passport: m.passport_number,
  ...eachField(fieldsWith("isCommon"), (name) => fieldWords[name].title),
  papers: m.documents_column,
  lastDay: m.column_last_day,
  state: m.state,
  added: m.column_added,
  addedBy: m.column_added_by,
  changed: m.column_changed,
};

const textColumn = (name: ListColumn, title: string, look?: "extra"): Column<Row> => ({
  title,
  look,
  isNamed: true,
  cell: ({ more }) =>
    more[name] && (
      <span className={`text-14 text-quiet ${dates.has(name) ? "whitespace-nowrap" : ""}`}>{more[name]}</span>
    ),
});

const dates: ReadonlySet<ListColumn> = new Set(["added", "changed"]);

type ListColumnsOptions = {
  /** True if the rows can be ticked. */
  hasBulk: boolean;
  /** The current address of the list. */
  back: string;
  panel: Panel;
  /** True if the list shows records by their last days. */
  isByLastDay: boolean;
};

/** Returns the name, the chosen columns, and the menu of each row. */
export function recordColumns(
  columns: readonly ShownColumn[],
  { hasBulk, back, panel, isByLastDay }: ListColumnsOptions,
) {
  const all: Record<RecordColumn, Column<Row>> = {
    number: numberColumn(columnTitles.number()),
    passport: {
      title: columnTitles.passport(),
      isNamed: true,
      cell: ({ more }) => more.passport && <CopiedNumber number={more.passport} />,
    },
    ...eachField(fieldsWith("isCommon"), (name) => textColumn(name, columnTitles[name]())),
    papers: { title: columnTitles.papers(), cell: ({ more }) => more.papers && <PaperCount count={more.papers} /> },
    lastDay: {
      title: columnTitles.lastDay(),
      look: isByLastDay ? undefined : "extra",
      cell: ({ more, hasEnded }) => (
        <span className={`text-14 ${hasEnded ? "text-alarm" : "text-quiet"}`}>{more.lastDay}</span>
      ),
    },
    state: stateColumn(),
    added: textColumn("added", columnTitles.added()),
    addedBy: textColumn("addedBy", columnTitles.addedBy()),
    changed: textColumn("changed", columnTitles.changed(), "extra"),
  };
  const chosen = columns.map(({ name, title }) => (isRecordColumn(name) ? all[name] : textColumn(name, title)));
  return [...(hasBulk ? [tickColumn<Row>()] : []), personColumn(back, { panel }), ...chosen, menuColumn(back)];
}
