import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { type DocumentKind, documentKinds } from "#core/records/document-kinds.ts";
import { drawPaper } from "./draw-paper.ts";
import { type InventedRecord, inventRecords } from "./invent-candidates.ts";
import { layoutsOf } from "./papers/layouts.ts";
import { factsAbout } from "./papers/paper-facts.ts";
import { sheetHeight } from "./papers/paper.ts";
import { seededRandom } from "./random.ts";

const records = inventRecords({ seed: 1, count: 120 });

function recordAt(index: number): InventedRecord {
  const record = records[index];
  if (record === undefined) throw new RangeError(`There is no candidate ${index}.`);
  return record;
}

const someone = recordAt(0);
const documentKindsShown = documentKinds.filter((kind) => kind !== "photo");

describe("drawn papers", () => {
  test.each(documentKinds)("the %s is a JPEG of its size", async (kind) => {
    const { format, width, height, hasAlpha } = await sharp(await drawPaper(kind, someone, 1)).metadata();
    const size = kind === "photo" ? { width: 820, height: 1024 } : { width: 1240, height: 1754 };
    expect({ format, width, height, hasAlpha }).toEqual({ format: "jpeg", ...size, hasAlpha: false });
  });

  test("are the same for a candidate every time, and others for another", async () => {
    const first = await drawPaper("ticket", someone, 1);
    expect(Buffer.compare(await drawPaper("ticket", someone, 1), first)).toBe(0);
    expect(Buffer.compare(await drawPaper("ticket", recordAt(1), 1), first)).not.toBe(0);
  });

  test("differ from kind to kind, even as a thumbnail", async () => {
    const thumbnails = await Promise.all(documentKindsShown.map(thumbnailOf));
    for (const [index, one] of thumbnails.entries())
      for (const other of thumbnails.slice(index + 1)) expect(meanDifference(one, other)).toBeGreaterThan(2);
  });

  test("keep above their foot, whoever they are about", () => {
    for (const kind of documentKindsShown)
      for (const layout of layoutsOf(kind).pages)
        for (const subject of records) {
          const drawing = layout({ subject, facts: factsAbout(subject), tint: "#000000", random: seededRandom(1) });
          expect(drawing.height).toBeLessThanOrEqual(sheetHeight);
        }
  });

  test("have a second page where one is designed, and no other", async () => {
    const [first, second] = [await drawPaper("jobOffer", someone, 1), await drawPaper("jobOffer", someone, 2)];
    expect(Buffer.compare(first, second)).not.toBe(0);
    await expect(drawPaper("jobOffer", someone, 3)).rejects.toThrow("no page 3 of Job offer letter");
  });
});

const thumbnailOf = async (kind: DocumentKind) =>
  sharp(await drawPaper(kind, someone, 1))
    .resize(62, 88)
    .greyscale()
    .raw()
    .toBuffer();

const meanDifference = (one: Buffer, other: Buffer) =>
  one.reduce((sum, level, index) => sum + Math.abs(level - (other[index] ?? 0)), 0) / one.length;
