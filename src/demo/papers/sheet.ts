import { box, line, moved } from "./drawing.ts";
import { faintInk, ink, note, rule } from "./inks.ts";
import { fitted, write } from "./lettering.ts";
import { operator, sheetHeight, sheetWidth } from "./paper.ts";

const pageWidth = 1240;
const pageHeight = 1754;

const margin = (pageWidth - sheetWidth) / 2;

/** How a paper begins: its title on a coloured band, beside a bar, centred within a frame, or plain. */
export type HeadingStyle = "band" | "bar" | "framed" | "plain";

type Sheet = {
  title: string;
  heading: HeadingStyle;
  tint: string;
  reference: string;
  pageOf: string;
  /** Turned a little, as papers lie on a scanner. */
  tilt: number;
  content: string;
};

export function drawSheet(sheet: Sheet): string {
  const printed = [
    headings[sheet.heading](sheet),
    moved(sheet.content, margin, contentTop),
    foot(sheet),
    specimen(sheet.tint),
  ];
  return scanned(printed.join(""), sheet.tilt);
}

const contentTop = 300;

const headings: Record<HeadingStyle, (sheet: Sheet) => string> = {
  band: (sheet) =>
    box(0, 0, pageWidth, 218, { fill: sheet.tint }) +
    write(operator, margin, 92, { size: 22, colour: "#ffffff" }) +
    write(sheet.title, margin, 170, { size: 44, colour: "#ffffff", pen: "bold" }) +
    write(sheet.reference, pageWidth - margin, 92, { size: 20, colour: "#ffffff", align: "right" }),
  bar: (sheet) =>
    box(margin, 84, 12, 130, { fill: sheet.tint, radius: 3 }) +
    write(operator, margin + 40, 106, { size: 22, colour: faintInk }) +
    write(sheet.title, margin + 40, 190, { size: 46, colour: ink, pen: "bold" }) +
    write(sheet.reference, pageWidth - margin, 106, { size: 20, colour: faintInk, align: "right" }),
  framed: (sheet) =>
    box(48, 48, pageWidth - 96, pageHeight - 96, { stroke: sheet.tint, width: 5, radius: 10 }) +
    box(62, 62, pageWidth - 124, pageHeight - 124, { stroke: sheet.tint, width: 1.5, radius: 4 }) +
    write(operator, pageWidth / 2, 132, { size: 22, colour: faintInk, align: "middle" }) +
    write(sheet.title, pageWidth / 2, 212, { size: 48, colour: sheet.tint, pen: "bold", align: "middle" }) +
    line(pageWidth / 2 - 70, 248, pageWidth / 2 + 70, 248, { stroke: sheet.tint, width: 3 }),
  plain: (sheet) =>
    write(operator, margin, 112, { size: 26, colour: sheet.tint, pen: "bold" }) +
    write(sheet.title, pageWidth - margin, 112, { size: 26, colour: ink, align: "right" }) +
    line(margin, 142, pageWidth - margin, 142, { stroke: sheet.tint, width: 4 }) +
    write(sheet.reference, pageWidth - margin, 182, { ...note, align: "right" }),
};

function specimen(tint: string): string {
  const word = fitted("SPECIMEN", 1500, { size: 300, colour: tint, align: "middle", pen: "bold" });
  const turned = `translate(${pageWidth / 2} ${pageHeight / 2}) rotate(-52)`;
  return `<g opacity="0.11" transform="${turned}">${write("SPECIMEN", 0, word.size / 2, word)}</g>`;
}

function foot(sheet: Sheet): string {
  const y = contentTop + sheetHeight + 20;
  return [
    line(margin, y, pageWidth - margin, y, { stroke: rule, width: 2 }),
    write("No real person. Made for a demonstration.", margin, y + 36, note),
    write(sheet.pageOf, pageWidth - margin, y + 36, { ...note, align: "right" }),
  ].join("");
}

/** The sheet under the lamp of a scanner: the lid at its edges, a little grey, a fold of shade at one side. */
function scanned(printed: string, tilt: number): string {
  const turned = `rotate(${tilt} ${pageWidth / 2} ${pageHeight / 2})`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${pageWidth}" height="${pageHeight}">`,
    `<defs><linearGradient id="lamp" x1="0" y1="0" x2="1" y2="0.35">`,
    `<stop offset="0" stop-color="#e6e4df"/><stop offset="0.07" stop-color="#f4f2ed"/>`,
    `<stop offset="0.55" stop-color="#f9f8f4"/><stop offset="1" stop-color="#eeece7"/></linearGradient></defs>`,
    `<rect width="100%" height="100%" fill="#d9d8d5"/><g transform="${turned}">`,
    `<rect x="3" y="3" width="${pageWidth - 6}" height="${pageHeight - 6}" fill="url(#lamp)"/>${printed}</g></svg>`,
  ].join("");
}
