import { type ReactNode, useEffect, useRef } from "react";
import { Link } from "react-router";
import { buttonClass } from "../form/button.tsx";
import { keyed } from "../page/keys.ts";

export type Column<Row> = {
  title: string;
  cell: (row: Row) => ReactNode;
  /** The column's place on the card that a row becomes on a narrow screen. */
  look?: "main" | "state" | "tick" | "menu" | "grave" | "extra" | undefined;
  /** True if the card shows the column's title before the cell, because a card has no table head. */
  isNamed?: boolean;
};

type DataTableProps<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  empty?: ReactNode;
};

/** How many columns every page has room for. */
const roomyColumns = 8;

/** A table with rows of 36 px and a sticky head. "j" and "k" move along the rows (page/keys.ts). */
export const DataTable = <Row extends { id: string }>({ empty, ...table }: DataTableProps<Row>) =>
  empty && table.rows.length === 0 ? empty : <Rows {...table} />;

function Rows<Row extends { id: string }>({ caption, columns, rows }: Omit<DataTableProps<Row>, "empty">) {
  const body = useKeptFocus(rows);
  const table = (
    <table className="data-table">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ title, look }, at) => (
            <th key={at} scope="col" data-look={look}>
              <span className={look === "tick" || look === "menu" ? "sr-only" : undefined}>{title}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        {rows.map((row) => (
          <tr key={row.id} data-row="">
            {columns.map(({ title, cell, look, isNamed }, at) => (
              <td key={at} data-look={look}>
                {isNamed ? <Named name={title}>{cell(row)}</Named> : cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
  return columns.length > roomyColumns ? <div className="table-box">{table}</div> : table;
}

const Named = ({ name, children }: { name: string; children: ReactNode }) =>
  children !== "" && (
    <span>
      <span className="text-quiet md:hidden">{name}: </span>
      {children}
    </span>
  );

/**
 * Moves the focus to the row at the same place if an action removed the focused button or its row. Closes the menu of a
 * row that the user leaves.
 */
function useKeptFocus(rows: unknown) {
  const body = useRef<HTMLTableSectionElement>(null);
  const place = useRef<number | null>(null);
  const seen = useRef(rows);

  useEffect(() => {
    const note = ({ target }: Event) => {
      if (!(target instanceof Element)) return;
      for (const menu of document.querySelectorAll<HTMLDetailsElement>(".row-menu[open]")) {
        if (!menu.contains(target)) menu.open = false;
      }
      const row = target.closest("tr");
      place.current = row && body.current?.contains(row) ? row.sectionRowIndex : null;
    };
    const events = ["focusin", "pointerdown"] as const;
    for (const event of events) document.addEventListener(event, note);
    return () => {
      for (const event of events) document.removeEventListener(event, note);
    };
  }, []);

  useEffect(() => {
    const areNew = seen.current !== rows;
    seen.current = rows;
    if (!areNew || place.current === null || document.activeElement !== document.body) return;
    const left = body.current?.rows;
    const row = left?.[Math.min(place.current, left.length - 1)];
    row?.querySelector<HTMLElement>("a, button")?.focus();
  });

  return body;
}

type RowLinkProps = {
  to: string;
  label: string;
  /** The person or thing in the row, for screen readers. */
  of: string;
  hotkey: string;
  variant?: "row" | "row-danger";
  isMain?: boolean;
};

export const RowLink = ({ to, label, of, hotkey, variant = "row", isMain = false }: RowLinkProps) => (
  <Link
    to={to}
    className={`${buttonClass({ variant })} ${isMain ? "font-semibold" : ""}`.trim()}
    {...keyed(hotkey, label)}
  >
    {label}
    <span className="sr-only"> {of}</span>
  </Link>
);
