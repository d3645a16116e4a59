import type { Sharp } from "sharp";
import { describe, expect } from "vitest";
import { drawnSheet } from "#test/support/files/handmade-files.ts";
import { handmadePdf } from "#test/support/files/handmade-pdf.ts";
import { test } from "#test/support/files/press.ts";

const sheets = Array.from({ length: 6 }, (_sheet, index) => index + 1);

describe("the perceptual hash", () => {
  const copies: Record<string, (sheet: Sharp) => Sharp> = {
    "saved again as a poor JPEG": (sheet) => sheet.jpeg({ quality: 40 }),
    "saved as WebP": (sheet) => sheet.webp({ quality: 60 }),
    "a little smaller": (sheet) => sheet.resize(720, 1020, { fit: "fill" }).jpeg(),
    "half as large": (sheet) => sheet.resize(400).png(),
    "a little darker": (sheet) => sheet.linear(0.9, 0).jpeg(),
  };

  test.for(Object.entries(copies))("is nearly the same for a copy that is %s", async ([_name, copy], { publish }) => {
    for (const seed of sheets) {
      const [original, again] = await Promise.all([
        publish(drawnSheet(800, 1130, seed)),
        publish(await copy(drawnSheet(800, 1130, seed)).toBuffer()),
      ]);
      expect(original.perceptualHash).toMatch(/^[0-9a-f]{16}$/);
      expect(distance(original.perceptualHash, again.perceptualHash)).toBeLessThanOrEqual(4);
    }
  });

  test("tells different sheets apart", async ({ publish }) => {
    const files = await Promise.all(sheets.map((seed) => publish(drawnSheet(800, 1130, seed))));
    for (const [index, file] of files.entries()) {
      for (const other of files.slice(index + 1)) {
        expect(distance(file.perceptualHash, other.perceptualHash)).toBeGreaterThanOrEqual(10);
      }
    }
  });

  test("is that of the first page, and of the whole picture also for a portrait", async ({ publish }) => {
    const first = { content: "0 0 200 500 re f" };
    const [alone, both] = await Promise.all([publish(handmadePdf([first])), publish(handmadePdf([first, {}]))]);
    expect(both.perceptualHash).toBe(alone.perceptualHash);
    const [paper, portrait] = await Promise.all(
      (["paper", "portrait"] as const).map((use) => publish(drawnSheet(800, 600), use)),
    );
    expect(portrait?.perceptualHash).toBe(paper?.perceptualHash);
  });
});

function distance(a: string, b: string): number {
  const bits = (BigInt(`0x${a}`) ^ BigInt(`0x${b}`)).toString(2);
  return bits.replaceAll("0", "").length;
}
