import { box, type Drawing, line, moved } from "./drawing.ts";
import { body, rule, strong } from "./inks.ts";
import { fitted, write } from "./lettering.ts";
import { tickBox } from "./form-blocks.ts";

type Column = { title: string; width: number };

/** A text, or a box that is ticked or not. */
type Cell = string | boolean;

const headHeight = 58;
const rowHeight = 64;

export function table(columns: readonly Column[], rows: readonly (readonly Cell[])[], tint: string): Drawing {
  const width = columns.reduce((sum, column) => sum + column.width, 0);
  const height = headHeight + rows.length * rowHeight;
  const head = box(0, 0, width, headHeight, { fill: tint, radius: 6 }) + headCells(columns);
  const lines = rows.map((row, index) =>
    moved(
      line(0, rowHeight, width, rowHeight, { stroke: rule, width: 2 }) + rowCells(row, columns),
      0,
      headHeight + index * rowHeight,
    ),
  );
  return { svg: head + lines.join(""), height };
}

const headCells = (columns: readonly Column[]) =>
  inColumns(columns, ({ title, width }, x) =>
    write(title, x + 18, 38, fitted(title, width - 36, { ...strong, size: 20.5, colour: "#ffffff" })),
  );

const rowCells = (row: readonly Cell[], columns: readonly Column[]) =>
  inColumns(columns, ({ width }, x, index) => {
    const cell = row[index] ?? "";
    if (typeof cell === "boolean") return moved(tickBox(cell), x + 18, 16);
    return cell === "" ? "" : write(cell, x + 18, 44, fitted(cell, width - 30, body));
  });

function inColumns(columns: readonly Column[], draw: (column: Column, x: number, index: number) => string): string {
  let x = 0;
  return columns
    .map((column, index) => {
      const svg = draw(column, x, index);
      x += column.width;
      return svg;
    })
    .join("");
}
