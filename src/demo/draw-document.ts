import type { AnyKind } from "#core/own-fields/own-paper.ts";
import type { Paper } from "./agency.ts";
import { drawBlocks } from "./documents/blocks.ts";
import { type Facts, factsAbout } from "./documents/facts.ts";
import { portrait, portraitHeight, portraitWidth } from "./documents/portrait.ts";
import { box, faintInk, ink, jpegOf, moved, path, rule, write } from "./documents/svg.ts";
import type { InventedRecord } from "./invent-candidates.ts";
import { seededRandom, seedOf } from "./random.ts";

const pageWidth = 1240;
const pageHeight = 1754;
const margin = 110;
const right = pageWidth - margin;
const contentTop = 290;
export const roomForContent = 1320;

/** A page of an invented document as a JPEG that looks scanned. Always the same for a candidate. */
export const drawDocument = (kind: AnyKind, record: InventedRecord, page: number): Promise<Uint8Array> =>
  kind === "photo"
    ? jpegOf(portraitWidth, portraitHeight, portrait(record), scaleOf(record))
    : jpegOf(pageWidth, pageHeight, drawPage(kind, record, page), scaleOf(record));

const scaleOf = ({ isFine }: InventedRecord) => (isFine ? 1 : 2 / 3);

function paperOf({ agency }: InventedRecord, kind: AnyKind): Paper {
  const paper = agency.papers[kind];
  if (!paper) throw new RangeError(`Nothing is drawn of ${kind}.`);
  return paper;
}

export function drawContent(kind: AnyKind, subject: InventedRecord, page: number) {
  const { title, tint, pages } = paperOf(subject, kind);
  const content = pages[page - 1];
  if (content === undefined) throw new RangeError(`There is no page ${page} of ${title}.`);
  const random = seededRandom(seedOf(`${kind} ${page} of ${subject.passportNumber}`));
  return drawBlocks(content, { width: right - margin, tint, subject, facts: factsAbout(subject, kind), random });
}

function drawPage(kind: AnyKind, record: InventedRecord, page: number): string {
  const paper = paperOf(record, kind);
  const content = drawContent(kind, record, page);
  const count = record.documents.find((document) => document.kind === kind)?.pages ?? 1;
  const foot = { size: 25, colour: faintInk };
  const printed = [
    headings[paper.look](paper, factsAbout(record, kind)),
    moved(content.svg, margin, contentTop),
    path(`M${margin} 1634H${right}`, { stroke: rule, width: 2 }),
    write("SPECIMEN. No real person. Made for a demonstration.", margin, 1672, foot),
    write(`Page ${page} of ${count}`, right, 1672, { ...foot, align: "end" }),
    `<g opacity="0.11" transform="translate(${pageWidth / 2} ${pageHeight / 2}) rotate(-52)">`,
    `${write("SPECIMEN", 0, 110, { size: 340, colour: paper.tint, bold: true, align: "middle" })}</g>`,
  ].join("");
  return onScanner(printed, seedOf(`${kind} of ${record.passportNumber}`) % 45);
}

type Heading = (paper: Paper, facts: Facts) => string;

const headings: Record<Paper["look"], Heading> = {
  band: ({ title, ofOffice = "", tint }, { issuer, reference }) =>
    box(0, 0, pageWidth, 218, { fill: tint }) +
    write(ofOffice, right, 172, { size: 50, colour: "#ffffff", align: "end" }) +
    write(issuer, margin, 92, { size: 32, colour: "#ffffff" }) +
    write(reference, right, 92, { size: 28, colour: "#ffffff", align: "end" }) +
    write(title, margin, 172, { size: 66, colour: "#ffffff", bold: true }),
  framed: ({ title, ofOffice = "", tint }, { issuer }) =>
    box(48, 48, pageWidth - 96, pageHeight - 96, { stroke: tint, width: 5, radius: 10 }) +
    box(62, 62, pageWidth - 124, pageHeight - 124, { stroke: tint, width: 1.5, radius: 4 }) +
    write(issuer, pageWidth / 2, 132, { size: 32, colour: faintInk, align: "middle" }) +
    write(ofOffice, right, 132, { size: 44, colour: tint, align: "end" }) +
    write(title, pageWidth / 2, 216, { size: 70, colour: tint, bold: true, align: "middle" }),
  plain: ({ title, ofOffice = "", tint }, { issuer, reference }) =>
    box(margin, 84, 12, 130, { fill: tint, radius: 3 }) +
    write(issuer, margin + 40, 110, { size: 32, colour: faintInk }) +
    write(reference, right, 110, { size: 28, colour: faintInk, align: "end" }) +
    write(ofOffice, right, 194, { size: 50, colour: tint, align: "end" }) +
    write(title, margin + 40, 194, { size: 68, colour: ink, bold: true }),
};

/** Makes the page look scanned: slightly turned, with the lid at its edges and a shadow at one side. */
const onScanner = (printed: string, tilt: number) =>
  `<defs><linearGradient id="lamp" x2="1" y2="0.35">
    <stop offset="0" stop-color="#e6e4df"/><stop offset="0.07" stop-color="#f4f2ed"/>
    <stop offset="0.55" stop-color="#f9f8f4"/><stop offset="1" stop-color="#eeece7"/></linearGradient></defs>
  <rect width="100%" height="100%" fill="#d9d8d5"/>
  <g transform="rotate(${tilt / 100} ${pageWidth / 2} ${pageHeight / 2})">
    <rect x="3" y="3" width="${pageWidth - 6}" height="${pageHeight - 6}" fill="url(#lamp)"/>${printed}</g>`;
