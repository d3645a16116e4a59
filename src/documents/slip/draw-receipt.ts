import type { ReceiptPage } from "#core/desk/receipt-page.ts";
import { PdfPage } from "./pdf-file.ts";
import { scales } from "./draw-slip.ts";
import { Pen, widthOf } from "./pen.ts";

const sheet = { width: 595.28, height: 841.89 };
const margin = 46;
const across = sheet.width - 2 * margin;
const termWidth = 130;

const [ink, quiet, rule] = ["#1b1c1f", "#4b5566", "#c9ccd3"];
const plain = { size: 10.5, colour: ink };

/** Always draws one A4 page. If the receipt does not fit, the text is written smaller. */
export async function drawReceipt(receipt: ReceiptPage): Promise<Uint8Array> {
  const { title, operator, language, madeAt, site } = receipt;
  let page = new PdfPage(sheet.width, sheet.height);
  for (const scale of scales) {
    page = new PdfPage(sheet.width, sheet.height);
    const pen = new Pen(page, scale, language);
    if (drawAnswers(page, pen, receipt, drawFacts(page, pen, receipt)) <= sheet.height - margin) break;
  }
  const info = { title, author: operator.name, subject: title, keywords: site.address, language };
  return page.file({ ...info, madeAt: new Date(madeAt) });
}

function drawFacts(page: PdfPage, pen: Pen, { title, operator, site, facts, notes }: ReceiptPage): number {
  const at = { left: margin, width: across };
  let top = pen.write(operator.name, { size: 14, weight: 650, colour: ink }, { ...at, top: margin });
  top = pen.write(operator.licence, { size: 10, colour: quiet }, { ...at, top });
  top = pen.write(site.host, { size: 10, colour: quiet }, { ...at, top }) + 6;
  page.rectangle({ left: margin, top, width: across, height: 1.2 }, ink);
  top = pen.write(title, { size: 20, weight: 650, colour: ink }, { ...at, top: top + 12 }) + 8;
  for (const { term, words } of facts) {
    pen.write(term, { ...plain, colour: quiet }, { left: margin, top, width: termWidth });
    top = pen.write(words, plain, { left: margin + termWidth, top, width: across - termWidth }) + 3;
  }
  top += 8;
  for (const note of notes) top = pen.write(note, plain, { ...at, top }) + 4;
  return top + 8;
}

function drawAnswers(page: PdfPage, pen: Pen, { answers, foot, link }: ReceiptPage, begin: number): number {
  let top = begin;
  for (const { digest, words } of answers) {
    page.rectangle({ left: margin, top, width: across, height: 0.6 }, rule);
    const aside = pen.shape(words, { size: 9, colour: ink }, across / 2);
    const asideEnd = pen.place(aside, { left: margin + across - widthOf(aside), top: top + 2 });
    const end = pen.write(digest, { size: 9, colour: ink }, { left: margin, top: top + 2, width: across / 2 });
    top = Math.max(asideEnd, end) + 2;
  }
  top += 8;
  if (link) {
    const words = pen.shape(link.words, { ...plain, weight: 650 }, across);
    page.link({ left: margin, top, width: widthOf(words), height: words.height }, link.to);
    top = pen.place(words, { left: margin, top }) + 6;
  }
  for (const line of foot) top = pen.write(line, { size: 9, colour: quiet }, { left: margin, top, width: across }) + 2;
  return top;
}
