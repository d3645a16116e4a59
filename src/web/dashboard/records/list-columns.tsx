import type { RecordColumn } from "#core/records/list-columns.ts";
import type { PublicState } from "#core/records/public-state.ts";
import { m } from "#i18n/compiled/messages.js";
import type { Column } from "#design/table/data-table.tsx";
import { tickColumn } from "../bulk/tick-bar.tsx";
import {
  deleteColumn,
  HideButton,
  type PicturedRecord,
  pictureColumn,
  stateColumn,
  updateColumn,
} from "./record-columns.tsx";
import { CopiedNumber } from "./record-mark.tsx";

/** `more` contains the texts of the chosen text columns. */
type Row = PicturedRecord & {
  publicState: PublicState;
  mayUpdate: boolean;
  more: Partial<Record<RecordColumn, string>>;
};

export const columnTitles: Readonly<Record<RecordColumn, () => string>> = {
  delete: m.column_delete,
  state: m.state,
  passport: m.passport_number,
  nationality: m.nationality,
  added: m.column_added,
  addedBy: m.column_added_by,
  changed: m.column_changed,
  missing: m.column_missing,
  lastDays: m.column_last_days,
  update: m.column_update,
  hide: m.column_hide,
  unhide: m.column_unhide,
};

/** A narrow screen shows no table head, so each cell repeats the title of its column. */
const textColumn = (name: RecordColumn, className = ""): Column<Row> => ({
  title: columnTitles[name](),
  cell: ({ more }) =>
    more[name] && (
      <span className={`text-14 text-quiet ${className}`.trim()}>
        <span className="md:hidden">{columnTitles[name]()}: </span>
        {more[name]}
      </span>
    ),
});

/**
 * Returns the chosen columns, and the picture column, which is always shown. `back` is the current address of the list.
 */
export function recordColumns(names: readonly RecordColumn[], back: string): Column<Row>[] {
  const all: Record<RecordColumn, Column<Row>> = {
    delete: deleteColumn(back),
    state: stateColumn(),
    passport: {
      ...textColumn("passport"),
      cell: ({ more }) => more.passport && <CopiedNumber number={more.passport} />,
    },
    nationality: textColumn("nationality"),
    added: textColumn("added"),
    addedBy: textColumn("addedBy"),
    changed: textColumn("changed"),
    missing: textColumn("missing", "block whitespace-normal md:min-w-44"),
    lastDays: textColumn("lastDays", "block whitespace-normal md:min-w-56"),
    update: updateColumn(back),
    hide: {
      title: columnTitles.hide(),
      cell: (row) => row.publicState !== "hidden" && <HideButton {...row} back={back} />,
    },
    unhide: {
      title: columnTitles.unhide(),
      cell: (row) => row.publicState === "hidden" && <HideButton {...row} back={back} />,
    },
  };
  const before = names.filter((name) => name === "delete");
  const after = names.filter((name) => name !== "delete");
  return [tickColumn(), ...before.map((name) => all[name]), pictureColumn(back), ...after.map((name) => all[name])];
}
