import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { withFormulaGuard } from "#core/imports/formula-guard.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenCount } from "#i18n/written.ts";
import { RecordNumber } from "../../sheet/document-number.tsx";
import { CopyButton } from "#design/form/copy-button.tsx";
import { type Column, DataTable } from "#design/table/data-table.tsx";
import { StateWord, stateWords } from "#design/page/state-label.tsx";

export type CheckedRow = {
  id: string;
  typed: string;
  /** True if the typed text can be a passport or second number. */
  isNumber: boolean;
  state: (typeof states)[number];
  /** Why a number is `unchecked`, else null. */
  unchecked: keyof typeof uncheckedWords | null;
  /** Null if there is no record, or if the user may not read it. */
  record: { name: string; path: string } | null;
};

type NumberResultsProps = { rows: readonly CheckedRow[]; isWhole: boolean };

/** Shows one row per number, in the order in which the numbers were pasted. */
export function NumberResults({ rows, isWhole }: NumberResultsProps) {
  const columns = columnsOfNumbers();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isWhole) heading.current?.focus();
  }, [isWhole]);
  return (
    <section aria-labelledby="results" className="grid max-w-3xl gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 ref={heading} id="results" tabIndex={-1} className="text-22">
          {summaryOf(rows)}
        </h2>
        {isWhole && <CopyTable head={columns.map(({ title }) => title)} lines={rows.map(cellsOf)} />}
      </div>
      <DataTable caption={m.many_title()} columns={columns} rows={rows} />
    </section>
  );
}

const states = ["shown", "waiting", "hidden", "unknown", "unchecked"] as const;

/** Such as "12 shown · 3 unknown". */
const summaryOf = (rows: readonly CheckedRow[]) =>
  states
    .map((state) => ({ state, count: rows.filter((row) => row.state === state).length }))
    .filter(({ count }) => count > 0)
    .map(({ state, count }) => m.many_of_state({ count: writtenCount(count), state: stateWords[state]() }))
    .join(" · ");

const columnsOfNumbers = (): Column<CheckedRow>[] => [
  {
    title: m.column_number(),
    look: "main",
    cell: ({ typed, isNumber }) =>
      isNumber ? <RecordNumber number={typed} /> : <span className="wrap-anywhere">{shortened(typed)}</span>,
  },
  { title: m.state(), look: "state", cell: ({ state }) => <StateWord publicState={state} /> },
  {
    title: m.column_record(),
    cell: (row) =>
      row.record ? (
        <Link to={row.record.path}>{row.record.name}</Link>
      ) : (
        <span className="text-quiet">{row.unchecked === "guessed" ? <a href="/">{noteOn(row)}</a> : noteOn(row)}</span>
      ),
  },
];

const uncheckedWords = {
  "name-missing": m.many_name_missing,
  "own-only": m.many_own_only,
  misses: m.many_unchecked,
  guessed: m.many_guessed,
};

/** What is said where a record would be named. */
function noteOn({ isNumber, unchecked }: CheckedRow): string {
  if (!isNumber) return m.many_no_number();
  return unchecked === null ? "" : uncheckedWords[unchecked]();
}

/** Shortens a line that is not a number: it may be a whole text that somebody pasted. */
const shortened = (typed: string) => (typed.length > 40 ? `${typed.slice(0, 40)}…` : typed);

const cellsOf = (row: CheckedRow): string[] => [row.typed, stateWords[row.state](), row.record?.name ?? noteOn(row)];

/** A button that copies the results as a table, which can be pasted into a spreadsheet. */
const CopyTable = ({ head, lines }: { head: readonly string[]; lines: readonly (readonly string[])[] }) => (
  <CopyButton label={m.copy_table()} text={asTable([head, ...lines])} copied={m.copied()} refused={m.copy_refused()} />
);

export const asTable = (lines: readonly (readonly string[])[]): string =>
  lines.map((cells) => cells.map(asCell).join("\t")).join("\n");

const asCell = (text: string) => withFormulaGuard(text.replaceAll(/\s+/g, " "));
