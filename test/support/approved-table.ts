import { readFileSync } from "node:fs";
import path from "node:path";

const document = readFileSync(path.join(import.meta.dirname, "../../docs/security/who-may.md"), "utf8");

/** A table of the document that was approved: one mark for each column, then the name of a route or an operation. */
export type ApprovedTable = {
  columns: readonly string[];
  /** As they stand in the document. */
  names: readonly string[];
  marks: ReadonlyMap<string, Readonly<Record<string, string>>>;
};

/** The program never reads this document, so whoever loosens the program has to change it too. */
export function approvedTable(heading: string): ApprovedTable {
  const [first = "", ...rows] = blockBelow(heading);
  const columns = first.split(/\s+/).slice(0, -1);
  const cells = rows.map((row) => row.split(/\s+/));
  const names = cells.map((row) => row.slice(columns.length).join(" "));
  const marks = cells.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at] ?? ""])));
  return { columns, names, marks: new Map(names.map((name, at) => [name, marks[at] ?? {}])) };
}

/** The lines of the first block of code below a heading. */
export function blockBelow(heading: string): string[] {
  const [, below = ""] = document.split(`\n## ${heading}\n`);
  return (/```text\n(.*?)\n```/s.exec(below)?.[1] ?? "").split("\n");
}

/** The same line for marks that a test found, so that a difference can be copied into the document. */
export const rowOf = ({ columns }: Pick<ApprovedTable, "columns">, name: string, marks: readonly string[]): string =>
  columns.map((column, at) => (marks[at] ?? "").padEnd(column.length + 1)).join("") + name;
