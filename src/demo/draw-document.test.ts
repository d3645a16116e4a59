import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { type DocumentKind, documentKinds } from "#core/records/document-kinds.ts";
import type { Agency } from "./agency.ts";
import { agencies } from "./agencies/agencies.ts";
import { drawContent, drawDocument, roomForContent } from "./draw-document.ts";
import { type InventedRecord, inventRecords } from "./invent-candidates.ts";

const records = inventRecords({ seed: 1, count: 120 });

function recordAt(index: number): InventedRecord {
  const record = records[index];
  if (record === undefined) throw new RangeError(`There is no candidate ${index}.`);
  return record;
}

const someone = recordAt(0);
const drawings = {} as Record<DocumentKind, Uint8Array>;
// One after another, because the fonts are read with the first drawing.
for (const kind of documentKinds) drawings[kind] = await drawDocument(kind, someone, 1);

describe("drawn documents", () => {
  test.each(documentKinds)("of kind %s are JPEGs of the right size", async (kind) => {
    const { format, width, height, hasAlpha } = await sharp(drawings[kind]).metadata();
    const size = kind === "photo" ? { width: 820, height: 1024 } : { width: 1240, height: 1754 };
    expect({ format, width, height, hasAlpha }).toEqual({ format: "jpeg", ...size, hasAlpha: false });
  });

  test.each(["photo", "ticket"] as const)("of kind %s are always the same for a candidate", async (kind) => {
    expect(Buffer.compare(await drawDocument(kind, someone, 1), drawings[kind])).toBe(0);
    expect(Buffer.compare(await drawDocument(kind, recordAt(1), 1), drawings[kind])).not.toBe(0);
  });

  test.each<[string, Agency]>(Object.entries(agencies))(
    "of %s stay above their footer and leave nothing out",
    (_, agency) => {
      for (const subject of inventRecords({ seed: 1, count: 120, agency }))
        for (const { kind } of subject.documents.filter((document) => document.kind !== "photo"))
          for (let page = 1; page <= (agency.papers[kind]?.pages.length ?? 0); page += 1) {
            const drawing = drawContent(kind, subject, page);
            expect(drawing.height).toBeLessThanOrEqual(roomForContent);
            expect(drawing.svg).not.toMatch(/[{}]|NaN|undefined/);
          }
    },
  );

  test("have a second page if one is designed, and no third page", async () => {
    expect(Buffer.compare(drawings.jobOffer, await drawDocument("jobOffer", someone, 2))).not.toBe(0);
    expect(() => drawDocument("jobOffer", someone, 3)).toThrow("no page 3 of Job offer letter");
  });
});
