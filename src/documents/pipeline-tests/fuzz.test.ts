import { isPortalError } from "#core/errors.ts";
import fc from "fast-check";
import { describe, expect } from "vitest";
import { drawnSheet } from "#test/support/files/handmade-files.ts";
import { handmadePdf, textAt } from "#test/support/files/handmade-pdf.ts";
import { test } from "#test/support/files/pipeline-test.ts";

const signatures = ["", "\xff\xd8\xff", "\x89PNG\r\n\x1a\n", "RIFF\x99\x99\0\0WEBP", "%PDF-1.7\n"];

const sound: Record<string, () => Promise<Buffer>> = {
  JPEG: () => drawnSheet(150, 200).jpeg().toBuffer(),
  "progressive JPEG": () => drawnSheet(150, 200).jpeg({ progressive: true }).toBuffer(),
  PNG: () => drawnSheet(150, 200).png().toBuffer(),
  WebP: () => drawnSheet(150, 200).webp().toBuffer(),
};

describe("the image pipeline returns a page or throws a PortalError for", () => {
  test("random bytes", async ({ publish }) => {
    const file = fc.tuple(fc.constantFrom(...signatures), fc.uint8Array({ maxLength: 400 }));
    await fc.assert(
      fc.asyncProperty(file, async ([signature, bytes]) => {
        await comesOutWell(publish(Buffer.concat([Buffer.from(signature, "latin1"), bytes])));
      }),
      // A fifth of these files, and all files of the PDF test below, start a process: every PDF has its own.
      { numRuns: 25 },
    );
  });

  test.for(Object.entries(sound))("a %s with flipped bits", async ([_name, make], { publish }) => {
    const file = await make();
    await fc.assert(
      fc.asyncProperty(flipsIn(file), async (flips) => {
        await comesOutWell(publish(flipped(file, flips)));
      }),
      { numRuns: 50 },
    );
  });

  test("a PDF with flipped bits", async ({ publish }) => {
    const file = handmadePdf([{ size: [60, 80], content: textAt(5, 40, 9, "SPECIMEN") }]);
    await fc.assert(
      fc.asyncProperty(flipsIn(file), flipsIn(file), async (some, others) => {
        await Promise.all([some, others].map((flips) => comesOutWell(publish(flipped(file, flips)))));
      }),
      { numRuns: 5 },
    );
  });
});

function flipsIn(file: Buffer): fc.Arbitrary<number[]> {
  return fc.array(fc.nat(file.length * 8 - 1), { minLength: 1, maxLength: 20 });
}

function flipped(file: Buffer, bits: readonly number[]): Buffer {
  const copy = Buffer.from(file);
  for (const bit of bits) copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return copy;
}

async function comesOutWell(publishing: Promise<{ pages: unknown[] }>): Promise<void> {
  const outcome = await publishing.catch((error: unknown) => error);
  if (isPortalError(outcome)) expect(outcome.status).toBeLessThan(500);
  else expect(outcome).toMatchObject({ pages: [{ list: expect.any(Uint8Array) }] });
}
