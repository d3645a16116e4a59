import sharp from "sharp";
import type { DocumentKind } from "#core/records/document-kinds.ts";
import type { InventedRecord } from "./invent-candidates.ts";
import { layoutsOf } from "./papers/layouts.ts";
import { factsAbout } from "./papers/paper-facts.ts";
import { portrait, portraitHeight, portraitWidth } from "./papers/portrait.ts";
import { drawSheet } from "./papers/sheet.ts";
import { seededRandom, seedOf } from "./random.ts";

/** A page of an invented paper as a JPEG, as if it had been scanned; always the same for a candidate. */
export async function drawPaper(kind: DocumentKind, record: InventedRecord, page: number): Promise<Uint8Array> {
  const svg = kind === "photo" ? drawPhoto(record) : drawDocument(kind, record, page);
  return sharp(Buffer.from(svg)).removeAlpha().jpeg({ quality: 76 }).toBuffer();
}

const drawPhoto = (record: InventedRecord) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${portraitWidth}" height="${portraitHeight}">${portrait(record)}</svg>`;

function drawDocument(kind: Exclude<DocumentKind, "photo">, record: InventedRecord, page: number): string {
  const { title, heading, tint, pages } = layoutsOf(kind);
  const layout = pages[page - 1];
  if (layout === undefined) throw new RangeError(`There is no page ${page} of ${title}.`);
  const random = seededRandom(seedOf(`${kind} ${page} of ${record.passportNumber}`));
  const tilt = Math.round((random() - 0.5) * 90) / 100;
  const facts = factsAbout(record);
  const lastPage = record.papers.find((paper) => paper.kind === kind)?.pages ?? 1;
  return drawSheet({
    title,
    heading,
    tint,
    tilt,
    reference: facts.reference,
    pageOf: `Page ${page} of ${lastPage}`,
    content: layout({ subject: record, facts, tint, random }).svg,
  });
}
