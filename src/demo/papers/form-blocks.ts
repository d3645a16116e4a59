import { box, type Drawing, line, moved, stack } from "./drawing.ts";
import { ink, label, rule, strong, value } from "./inks.ts";
import { fitted, widthOf, write } from "./lettering.ts";
import { sheetWidth } from "./paper.ts";

export type Field = readonly [label: string, value: string];

const columnGap = 40;

/** A label, the value under it, and a form line. */
function field([name, content]: Field, width: number): Drawing {
  return {
    svg: [
      write(name, 0, 17, label),
      write(content, 0, 59, fitted(content, width, value)),
      line(0, 76, width, 76, { stroke: rule, width: 2 }),
    ].join(""),
    height: 78,
  };
}

/** Rows of fields; those of a row share its width evenly. */
export function fieldGrid(rows: readonly (readonly Field[])[], width = sheetWidth): Drawing {
  return stack(
    rows.map((row) => fieldRow(row, width)),
    34,
  );
}

function fieldRow(row: readonly Field[], width: number): Drawing {
  const share = (width + columnGap) / row.length;
  const fields = row.map((entry, index) => moved(field(entry, share - columnGap).svg, index * share, 0));
  return { svg: fields.join(""), height: 78 };
}

/** A value written into one small box a letter. */
export function comb([name, content]: Field, cells: number): Drawing {
  const cell = 44;
  const boxes = Array.from({ length: cells }, (_, index) => {
    const letter = write(content.charAt(index), (index + 0.5) * cell, 78, { ...value, align: "middle" });
    return box(index * cell, 36, cell, 60, { stroke: rule, width: 2 }) + letter;
  });
  return { svg: write(name, 0, 17, label) + boxes.join(""), height: 96 };
}

/** A heading on a tinted strip, as forms have between their parts. */
export function sectionHead(text: string, tint: string, width = sheetWidth): Drawing {
  const strip = box(0, 0, width, 46, { fill: tint, radius: 4 });
  return { svg: strip + write(text, 18, 33, { ...strong, size: 20.5, colour: "#ffffff" }), height: 46 };
}

type Choice = readonly [label: string, ticked: boolean];

/** Boxes to tick, in one row. */
export function choices(entries: readonly Choice[]): Drawing {
  let x = 0;
  let svg = "";
  for (const [text, ticked] of entries) {
    svg += moved(tickBox(ticked), x, 0) + write(text, x + 46, 26, { ...value, size: 22 });
    x += 46 + widthOf(text, { ...value, size: 22 }) + 56;
  }
  return { svg, height: 32 };
}

export function tickBox(ticked: boolean): string {
  const tick = `<path d="M6 16l8 9l15 -24" fill="none" stroke="${ink}" stroke-width="3.6" stroke-linecap="round" stroke-linejoin="round"/>`;
  return box(0, 0, 30, 30, { stroke: "#9aa1a8", width: 2, radius: 4 }) + (ticked ? tick : "");
}
