import { surveyed } from "#core/imports/find-table.ts";
import { layoutOf, readingsOf, rowsInTable } from "#core/imports/join-sheets.ts";
import type { Cell, TableRow } from "#core/imports/table.ts";
import { type Drawing, drawingFrom } from "./drawn-cells.ts";
import { drawnColumns } from "./drawn-columns.ts";
import { drawnPeople, type Person, type PersonParts } from "./drawn-people.ts";

type Rows = readonly (readonly Cell[])[];
type Sheets = Readonly<Record<string, Rows>>;

const isRows = (content: Rows | Sheets): content is Rows => Array.isArray(content);

/** The rows of a file with one sheet, or with several by name. */
function rowsOfFile(content: Rows | Sheets): TableRow[] {
  const filled = (rows: Rows, sheet?: string) =>
    rows.flatMap((cells, at) =>
      cells.every((cell) => cell === "")
        ? []
        : [{ row: at + 1, cells: [...cells], ...(sheet !== undefined && { sheet }) }],
    );
  return isRows(content) ? filled(content) : Object.entries(content).flatMap(([sheet, rows]) => filled(rows, sheet));
}

/** Finds the table of such a file. */
export function tableOf(content: Rows | Sheets) {
  const file = rowsOfFile(content);
  const layout = layoutOf(surveyed(file));
  if (!layout) throw new Error("The file is empty");
  return { ...layout, readings: readingsOf(layout), rows: rowsInTable(layout, file) };
}

export const columnsOfTexts = (texts: readonly string[]) => tableOf([texts]).main.columns;

/** The same headings as other clerks type them. */
const waysToType: readonly ((heading: string) => string)[] = [
  (heading) => heading,
  (heading) => heading.toUpperCase(),
  (heading) => heading.replaceAll(" ", "_"),
  (heading) => heading.replace(" ", "\n"),
  (heading) => (heading === "" ? "" : `${heading} *`),
];

/** Draws a table as an agency might keep it, with the people who are in it. Rows of nobody and bad rows are among them. */
export function drawnTable(seed: number): { file: TableRow[]; people: Person[] } {
  const drawing = drawingFrom(seed);
  const { one, chance, upTo } = drawing;
  const people = drawnPeople(drawing);
  const columns = drawnColumns(drawing);
  const width = columns.length;
  const rowOf = (person: PersonParts, at: number) => columns.map(({ cell }) => cell(person, at));
  const isGrouped = columns.some(({ group }) => group !== undefined);
  // Beside groups, a single heading is merged over both rows, or stands in the lower one.
  const isAbove = isGrouped && chance(0.7);
  const typed = one(waysToType);
  const heads = columns.map(({ heading, group }) => (isAbove && group === undefined ? "" : typed(heading)));
  const groups = columns.map(({ group, heading }, at) =>
    group === undefined ? (isAbove ? heading : "") : group === columns[at - 1]?.group ? "" : group,
  );
  const line = (...cells: Cell[]) => Array.from({ length: width }, (_, at) => cells[at] ?? "");
  const titles = Array.from({ length: upTo(3) }, () =>
    line(...(chance(0.8) ? [one(drawing.titles)] : ["", one(drawing.titles)])),
  );
  const body = people.map(rowOf);
  for (const bad of badRows(drawing, people, rowOf)) body.splice(1 + upTo(body.length), 0, bad);
  if (chance(0.2)) body.splice(upTo(body.length), 0, heads);
  const numbered = columns.map((_, at): Cell => ({ number: String(at + 1) }));
  const top = [...titles, ...(groups.some((group) => group !== "") ? [groups] : []), heads];
  const below = [
    ...(chance(0.4) ? [line(one(drawing.totals), { number: String(people.length) })] : []),
    ...(chance(0.3)
      ? [line(), line("", one(drawing.signatures), "", one(drawing.signatures)), line("", "(M. Khan)")]
      : []),
  ];
  const rows = [...top, ...(chance(0.1) ? [numbered] : []), ...body, ...below];
  return {
    file: rowsOfFile(inSheets(drawing, rows, top, columns)),
    people: people.map((person) => seen(person, columns)),
  };
}

const seen = (person: PersonParts, columns: ReturnType<typeof drawnColumns>): Person => ({
  passportNumber: person.passportNumber,
  ...Object.assign({}, ...columns.map(({ says }) => says?.(person) ?? {})),
});

/** Rows without a number that can be used, which a careful clerk would send back. */
function badRows(
  { one, chance, upTo, words }: Drawing,
  people: readonly PersonParts[],
  rowOf: (person: PersonParts, at: number) => Cell[],
) {
  const others = people.slice(0, 1).flatMap((person) => {
    const number = person.passportNumber;
    const cut = number.slice(0, 5);
    const slip = `${number.slice(0, 4)}O${number.slice(5)}`;
    const strange = ["see file", cut, slip, "01712345678", `${number} / ${number.slice(0, -1)}1`, ""];
    return strange.map((passportNumber) => ({ ...person, passportNumber, name: `${words.name()} X` }));
  });
  // Few numbers do not tell which are usual.
  const some = people.length < 25 ? others.filter(({ passportNumber }) => /^$|see|\//.test(passportNumber)) : others;
  return some
    .filter(() => chance(0.5))
    .map((person) => (one([0, 1, 2]) === 0 ? rowOf(person, upTo(90)) : rowOf(person, 7)));
}

/** The table alone, below a cover sheet, or in two sheets of which the second has its columns in another order. */
function inSheets(
  { chance, shuffled }: Drawing,
  rows: Rows,
  top: Rows,
  columns: ReturnType<typeof drawnColumns>,
): Rows | Sheets {
  if (chance(0.6)) return rows;
  if (chance(0.5)) return { Cover: [["Agency"], ["Shapla Overseas"], ["Prepared by", "Office"]], List: rows };
  const half = top.length + Math.floor((rows.length - top.length) / 2);
  const second = [...top, ...rows.slice(half)];
  const units = Map.groupBy(columns.keys(), (at) => columns[at]?.unit);
  const order = columns.some(({ group }) => group) ? [...columns.keys()] : shuffled([...units.values()]).flat();
  return {
    January: rows.slice(0, half),
    February: second.map((cells) => order.map((at) => cells[at] ?? "")),
    Fees: [
      ["Item", "Taka"],
      ["Visa", "5000"],
    ],
  };
}
