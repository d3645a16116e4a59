import sharp from "sharp";
import { encode } from "uqr";
import type { Slip } from "#core/proofs/slip.ts";
import { PdfPage, type PdfPicture } from "./pdf-file.ts";
import { Pen, widthOf } from "./pen.ts";

const sheet = { width: 595.28, height: 841.89 };
const margin = 46;
const across = sheet.width - 2 * margin;
const right = margin + across;
const foot = sheet.height - 34;

const ink = "#1b1c1f";
const quiet = "#4b5566";
const rule = "#c9ccd3";
const paper = "#f9f4e8";

const portraitBox = { width: 92, height: 115 };
const logoRoom = { width: 96, height: 32 };
/** 56 mm: a phone can read a QR code of this size from a print that was folded once. */
const qrWidth = 158;
const gutter = 22;

type Pictures = { logo: PdfPicture | null; portrait: PdfPicture | null };
type Drawing = { slip: Slip; page: PdfPage; pen: Pen; pictures: Pictures };

const nameStyle = { size: 23, weight: 650, colour: ink } as const;

/** Text that does not fit on the page is written smaller. */
export const scales = [1, 0.93, 0.86, 0.8, 0.74, 0.68, 0.6];

/** Always draws one A4 page. If the record does not fit, the text is written smaller. */
export async function drawSlip(slip: Slip): Promise<Uint8Array> {
  const { operator, portrait, language, title, heading: subject, link: keywords } = slip;
  const pictures = {
    logo: operator.logo && (await pixelsOf(operator.logo)),
    portrait: portrait && (await jpegOf(portrait)),
  };
  const emptyPage = () => new PdfPage(sheet.width, sheet.height, slip.isFromRight);
  let page = emptyPage();
  for (const scale of scales) {
    page = emptyPage();
    const drawing = { slip, page, pen: new Pen(page, scale, language), pictures };
    if (drawRecord(drawing) + 14 <= drawCheck(drawing)) break;
  }
  return page.file({ title, author: operator.name, subject, keywords, language, madeAt: new Date(slip.madeAt) });
}

/** Draws from the top: operator, candidate, documents, and what the slip does not say. Returns where this part ends. */
function drawRecord(drawing: Drawing): number {
  const { slip, page, pen } = drawing;
  let top = drawEnded(drawing, drawHead(drawing) + 18 * pen.scale);
  const { portrait } = drawing.pictures;
  const width = across - (portrait ? portraitBox.width + gutter : 0);
  if (portrait)
    page.rectangle(
      {
        left: right - portraitBox.width - 0.6,
        top: top - 0.6,
        width: portraitBox.width + 1.2,
        height: portraitBox.height + 1.2,
      },
      rule,
    );
  if (portrait) page.picture(portrait, { left: right - portraitBox.width, top, ...portraitBox });
  const portraitEnd = portrait ? top + portraitBox.height : top;
  const at = { left: margin, width };
  const name = { size: pen.shape(slip.name, nameStyle, width).lines.length > 2 ? 16 : nameStyle.size };
  top = pen.write(slip.heading, { size: 10.5, colour: quiet }, { ...at, top });
  top = pen.write(slip.name, { ...nameStyle, ...name }, { ...at, top: top + 1 });
  top = pen.write(slip.boxes, { size: 10, colour: quiet }, { ...at, top });
  top = pen.write(slip.published, { size: 11.5, colour: ink }, { ...at, top: top + 3 }) + 9 * pen.scale;
  top = pen.write(slip.number.label, { size: 9.5, colour: quiet }, { ...at, top });
  top = pen.write(slip.number.written, { size: 16, weight: 650, colour: ink }, { ...at, top });
  top = drawDocuments(drawing, Math.max(top, portraitEnd) + 16 * pen.scale);
  return drawNotSaid(drawing, top + 16 * pen.scale);
}

function drawHead({ slip: { operator, site }, page, pen, pictures }: Drawing): number {
  const host = pen.shape(site.host, { size: 11, weight: 650, colour: ink }, across / 2);
  pen.place(host, { left: right - widthOf(host), top: margin });
  page.link({ left: right - widthOf(host), top: margin, width: widthOf(host), height: host.height }, site.address);
  let left = margin;
  if (pictures.logo) {
    const { width, height } = pictures.logo;
    const shrunk = Math.min(logoRoom.width / width, logoRoom.height / height);
    page.picture(pictures.logo, { left, top: margin, width: width * shrunk, height: height * shrunk });
    left += width * shrunk + 12;
  }
  const at = { left, width: right - widthOf(host) - gutter - left };
  const top = pen.write(operator.name, { size: 14, weight: 650, colour: ink }, { ...at, top: margin - 2 });
  const end = pen.write(operator.licence, { size: 10, colour: quiet }, { ...at, top });
  const lowest = Math.max(end, pictures.logo ? margin + logoRoom.height : 0) + 8;
  page.rectangle({ left: margin, top: lowest, width: across, height: 1.2 }, ink);
  return lowest;
}

/** On ink, above the name. */
function drawEnded({ slip: { ended }, page, pen }: Drawing, top: number): number {
  if (ended.length === 0) return top;
  const edge = 10;
  const [first, other] = [{ size: 14, weight: 650, colour: "#ffffff" } as const, { size: 10.5, colour: "#ffffff" }];
  const blocks = ended.map((line, at) => pen.shape(line, at === 0 ? first : other, across - 2 * edge));
  const height = blocks.reduce((sum, block) => sum + block.height, 0) + 2 * edge;
  page.rectangle({ left: margin, top, width: across, height }, ink);
  let at = top + edge;
  for (const block of blocks) at = pen.place(block, { left: margin + edge, top: at });
  return top + height + 14 * pen.scale;
}

/** The kinds of the program, then the operator's own papers. */
function drawDocuments(drawing: Drawing, begin: number): number {
  const { documents, ownPapers } = drawing.slip;
  const end = drawPapers(drawing, documents, begin);
  if (ownPapers.rows.length === 0) return end;
  return drawPapers(drawing, { ...ownPapers, none: "" }, end === begin ? begin : end + 8 * drawing.pen.scale);
}

function drawPapers({ page, pen }: Drawing, { rows, heading, none }: Slip["documents"], begin: number): number {
  if (rows.length === 0 && none === "") return begin;
  const top =
    pen.write(heading, { size: 12.5, weight: 650, colour: ink }, { left: margin, top: begin, width: across }) + 3;
  if (rows.length === 0) return pen.write(none, { size: 10.5, colour: ink }, { left: margin, top, width: across });
  const columns = rows.length > 4 ? 2 : 1;
  const width = (across - (columns - 1) * gutter) / columns;
  const inColumn = Math.ceil(rows.length / columns);
  const ends = Array.from({ length: columns }, (_, column) => {
    const left = margin + column * (width + gutter);
    let at = top;
    for (const { title, pages, lastDay } of rows.slice(column * inColumn, (column + 1) * inColumn)) {
      page.rectangle({ left, top: at, width, height: 0.6 }, rule);
      const aside = pen.shape(pages, { size: 9.5, colour: quiet }, width / 2);
      const named = pen.shape(title, { size: 10.5, colour: ink }, width - widthOf(aside) - 10);
      pen.place(aside, { left: left + width - widthOf(aside), top: at + 3 });
      const below = pen.place(named, { left, top: at + 3 });
      at = pen.write(lastDay, { size: 9, colour: quiet }, { left, top: below, width }) + 3;
    }
    page.rectangle({ left, top: at, width, height: 0.6 }, rule);
    return at;
  });
  return Math.max(...ends);
}

function drawNotSaid({ slip: { notSaid }, page, pen }: Drawing, top: number): number {
  const edge = 11;
  const width = across - 2 * edge;
  const blocks = [
    pen.shape(notSaid.heading, { size: 11.5, weight: 650, colour: ink }, width),
    ...notSaid.lines.map((line) => pen.shape(line, { size: 10, colour: ink }, width)),
    pen.shape(notSaid.money, { size: 10.5, weight: 650, colour: ink }, width),
  ];
  const height = blocks.reduce((sum, block) => sum + block.height, 0) + 2 * edge + (blocks.length - 1) * 2;
  page.rectangle({ left: margin, top, width: across, height }, paper);
  page.rectangle({ left: margin, top, width: 3, height }, ink);
  let at = top + edge;
  for (const block of blocks) at = pen.place(block, { left: margin + edge, top: at }) + 2;
  return top + height;
}

/** Draws the QR code and how to check it, down to the foot of the page. Returns where this part begins. */
function drawCheck({ slip, page, pen }: Drawing): number {
  const left = margin + qrWidth + gutter;
  const width = right - left;
  const { check, site } = slip;
  const footBlocks = slip.foot.map((line) => pen.shape(line, { size: 8.5, colour: quiet }, across));
  const footTop = foot - footBlocks.reduce((sum, { height }) => sum + height, 0);
  const blocks = [
    { ...pen.shape(check.heading, { size: 12.5, weight: 650, colour: ink }, width), indent: 0, gap: 3 },
    ...check.steps.map(({ mark, words }) => ({
      ...pen.shape(words, { size: 10, colour: ink }, width - 16),
      indent: 16,
      gap: 3,
      mark,
    })),
    { ...pen.shape(check.keyLabel, { size: 9, colour: quiet }, width), indent: 0, gap: 0, before: 5 },
    { ...pen.shape(check.keyWords, { size: 11.5, weight: 650, colour: ink }, width), indent: 0, gap: 0 },
  ];
  const height = blocks.reduce(
    (sum, block) => sum + block.height + block.gap + ("before" in block ? block.before : 0),
    0,
  );
  const top = footTop - 14 - Math.max(height, qrWidth);
  page.rectangle({ left: margin, top: top - 12, width: across, height: 1.2 }, ink);
  const { data } = encode(slip.link, { ecc: "M", border: 0 });
  page.modules({ left: margin, top, width: qrWidth }, data, ink);
  page.link({ left: margin, top, width: qrWidth, height: qrWidth }, slip.link);
  let at = top - 3;
  for (const block of blocks) {
    if ("before" in block) at += block.before;
    if ("mark" in block) pen.write(block.mark, { size: 10, weight: 650, colour: ink }, { left, top: at, width: 16 });
    at = pen.place(block, { left: left + block.indent, top: at }) + block.gap;
  }
  let below = footTop;
  for (const block of footBlocks) below = pen.place(block, { left: margin, top: below });
  page.link({ left, top, width, height }, site.address);
  return top - 12;
}

async function jpegOf(image: Uint8Array): Promise<PdfPicture> {
  const { data, info } = await sharp(image)
    .resize({ width: 4 * portraitBox.width, height: 4 * portraitBox.height, fit: "cover" })
    .jpeg({ quality: 82 })
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, bytes: data, isJpeg: true };
}

async function pixelsOf(image: Uint8Array): Promise<PdfPicture> {
  const { data, info } = await sharp(image)
    .flatten({ background: "#ffffff" })
    .toColourspace("srgb")
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, bytes: data, isJpeg: false };
}
