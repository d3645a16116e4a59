import { between, type Random } from "../random.ts";
import { type Facts, fillIn } from "./facts.ts";
import { type Face, portraitIn } from "./portrait.ts";
import { box, type Drawing, faintInk, ink, moved, paragraph, path, rule, stack, type Style, write } from "./svg.ts";

type PageContext = {
  width: number;
  tint: string;
  subject: Face;
  facts: Facts;
  random: Random;
};

const label: Style = { size: 24, colour: faintInk };
const value: Style = { size: 35, colour: ink };
const strong: Style = { size: 35, colour: ink, bold: true };
const body: Style = { size: 32, colour: ink };
const onTint: Style = { size: 29, colour: "#ffffff", bold: true };

/** Draws a page of a paper. Consecutive lines that begin with the same sign form one block. */
export function drawBlocks(page: string, around: PageContext): Drawing {
  const blocks = page.matchAll(/^([#!|:@%]).*(?:\n\1.*)*|^\w.*/gm);
  const drawings = Array.from(blocks, ([block, mark]) => {
    const draw = drawers[mark ?? ""];
    const lines = block.split("\n").map((line) => line.slice(2));
    return draw ? draw(lines, around) : paragraph(filledIn(block, around), body, around.width);
  });
  return stack(drawings, 36);
}

type Drawer = (lines: readonly string[], around: PageContext) => Drawing;

const drawers: Readonly<Record<string, Drawer>> = {
  "#": heading,
  "!": statement,
  "|": table,
  ":": fields,
  "@": fieldsBesidePortrait,
  "%": signatures,
};

const filledIn = (text: string, { facts }: PageContext) => fillIn(text, facts);

const cellsOf = (line: string, around: PageContext) => line.split("|").map((cell) => filledIn(cell.trim(), around));

function heading([text = ""]: readonly string[], around: PageContext): Drawing {
  return { svg: write(filledIn(text, around), 0, 34, { ...strong, colour: around.tint }), height: 40 };
}

/** The fields of a line share its width evenly. In the text of a field the value follows the label. Without one it is left out. */
function fields(lines: readonly string[], around: PageContext): Drawing {
  const hasValue = (cell: string) => filledIn(cell.replace(/^[^{]*/, "").trim(), around) !== "";
  const filled = lines.map((line) => line.split("|").filter(hasValue)).filter((cells) => cells.length > 0);
  const rows = filled.map((cells) => {
    const share = (around.width + 40) / cells.length;
    const drawn = cells.map((cell, at) => {
      const [name = "", ...content] = cell.trim().split(/(?=\{)/);
      const text =
        write(name.trim(), 0, 20, label) + write(filledIn(content.join(""), around), 0, 62, value, share - 40);
      return moved(text + path(`M0 80h${share - 40}`, { stroke: rule, width: 2 }), at * share, 0);
    });
    return { svg: drawn.join(""), height: 82 };
  });
  return stack(rows, 30);
}

function fieldsBesidePortrait(lines: readonly string[], around: PageContext): Drawing {
  const beside = fields(lines, { ...around, width: around.width - 300 });
  return { svg: portraitIn(around.subject, 256) + moved(beside.svg, 300, 0), height: 320 };
}

/** The first line contains the titles. The first column is twice as wide as the others. */
function table([titles = "", ...rows]: readonly string[], around: PageContext): Drawing {
  const { width, tint } = around;
  const share = width / (titles.split("|").length + 1);
  const drawn = (row: string, style: Style) =>
    cellsOf(row, around)
      .map((cell, at) => write(cell, 18 + (at > 0 ? at + 1 : 0) * share, 41, style, share * (at > 0 ? 1 : 2) - 20))
      .join("");
  const head = { svg: box(0, 0, width, 58, { fill: tint, radius: 6 }) + drawn(titles, onTint), height: 60 };
  const lines = rows.map((row) => ({
    svg: drawn(row, body) + path(`M0 60h${width}`, { stroke: rule, width: 2 }),
    height: 62,
  }));
  return stack([head, ...lines]);
}

function statement([text = ""]: readonly string[], around: PageContext): Drawing {
  const { width, tint } = around;
  const frame = box(0, 0, width, 120, { fill: `${tint}14`, stroke: tint, width: 2, radius: 10 });
  const style: Style = { size: 54, colour: tint, bold: true, align: "middle" };
  return { svg: frame + write(filledIn(text, around), width / 2, 78, style, width - 60), height: 120 };
}

function signatures([signers = ""]: readonly string[], around: PageContext): Drawing {
  const drawn = cellsOf(signers, around).map((signer, at) => {
    const line = path("M0 110h400", { stroke: faintInk, width: 2 });
    return moved(
      moved(scribble(around.random), 20, 84) + line + write(signer, 0, 144, label, 400),
      (at * (around.width + 40)) / 2,
      0,
    );
  });
  return { svg: drawn.join(""), height: 152 };
}

function scribble(random: Random): string {
  const loops = Array.from({ length: between(4, 7, random) }, () => {
    const [across, up] = [between(14, 44, random), between(16, 76, random)];
    return `c${across / 2} ${-up} ${across * 1.6} ${-up} ${across * 0.8} 0s${-across / 3} 14 ${across / 4} 0`;
  });
  return path(`M0 0${loops.join("")}`, { stroke: "#2a4a8c", width: 2.8 });
}
