import type { Sharp } from "sharp";
import { describe, expect } from "vitest";
import { hashDistance } from "#core/images/perceptual-hash.ts";
import { drawnSheet } from "#test/support/files/handmade-files.ts";
import { handmadePdf } from "#test/support/files/handmade-pdf.ts";
import { test } from "#test/support/files/pipeline-test.ts";
import { perceptualHash } from "./perceptual-hash.ts";
import { readPhoto } from "./read-photo.ts";

const sheet = (seed: number) => drawnSheet(800, 1130, seed);
const seeds = Array.from({ length: 6 }, (_seed, index) => index + 1);
const hashOf = async (drawn: Sharp) => perceptualHash(await readPhoto(await drawn.toBuffer()));
const originals = await Promise.all(seeds.map((seed) => hashOf(sheet(seed).png())));

describe("the perceptual hash", () => {
  const copies: Record<string, (original: Sharp) => Sharp> = {
    "saved again as a poor JPEG": (original) => original.jpeg({ quality: 40 }),
    "saved as WebP": (original) => original.webp({ quality: 60 }),
    "a little smaller": (original) => original.resize(720, 1020, { fit: "fill" }).jpeg(),
    "half as large": (original) => original.resize(400).png(),
    "a little darker": (original) => original.linear(0.9, 0).jpeg(),
  };

  test.for(Object.entries(copies))("is nearly the same for a copy that is %s", async ([_name, copy]) => {
    const hashes = await Promise.all(seeds.map((seed) => hashOf(copy(sheet(seed)))));
    for (const [index, hash] of hashes.entries()) {
      expect(hash).toMatch(/^[0-9a-f]{16}$/);
      expect(hashDistance(hash, originals[index] ?? "")).toBeLessThanOrEqual(4);
    }
  });

  test("tells different sheets apart", () => {
    for (const [index, hash] of originals.entries()) {
      for (const other of originals.slice(index + 1)) expect(hashDistance(hash, other)).toBeGreaterThanOrEqual(10);
    }
  });

  test("covers only the first page, and for a portrait the whole picture before cropping", async ({ publish }) => {
    const first = { content: "0 0 200 500 re f" };
    const [alone, both] = await Promise.all([publish(handmadePdf([first])), publish(handmadePdf([first, {}]))]);
    expect(both.perceptualHash).toBe(alone.perceptualHash);
    const [document, portrait] = await Promise.all(
      (["paper", "portrait"] as const).map((use) => publish(drawnSheet(800, 600), use)),
    );
    expect(portrait?.perceptualHash).toBe(document?.perceptualHash);
  });
});
