import { PortalError } from "#core/errors.ts";
import { PDFDocument } from "@cantoo/pdf-lib";
import sharp from "sharp";
import { describe, expect } from "vitest";
import { blackPng, drawnSheet, plain } from "#test/support/files/handmade-files.ts";
import { handmadePdf } from "#test/support/files/handmade-pdf.ts";
import { test } from "#test/support/files/pipeline-test.ts";

describe("the image pipeline refuses", () => {
  test("an empty file", async ({ publish }) => {
    await expect(publish(Buffer.alloc(0))).rejects.toMatchObject({ id: "empty-file", status: 400 });
  });

  const unsupported: Record<string, () => Buffer | Promise<Buffer>> = {
    "one byte": () => Buffer.from([0xff]),
    text: () => Buffer.from("Dear officer, please find my papers attached."),
    HTML: () => Buffer.from("<!doctype html><script>alert(1)</script>"),
    SVG: () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    "SVG with an XML header": () => Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
    GIF: () => plain(9, 9, "red").gif().toBuffer(),
    TIFF: () => plain(9, 9, "red").tiff().toBuffer(),
    AVIF: () => plain(9, 9, "red").avif({ effort: 0 }).toBuffer(),
    BMP: () => Buffer.from("BM\x46\0\0\0\0\0\0\0\x36\0\0\0", "latin1"),
    "JPEG 2000": () => Buffer.from("\0\0\0\x0cjP  \r\n\x87\n", "latin1"),
    ZIP: () => Buffer.from("PK\x03\x04", "latin1"),
    "RIFF with sound": () => Buffer.from("RIFF\x24\0\0\0WAVEfmt ", "latin1"),
    "a PDF after one byte": () => Buffer.concat([Buffer.from("\n"), handmadePdf([{}])]),
    "a PDF after HTML": () => Buffer.concat([Buffer.from("<html>"), handmadePdf([{}])]),
  };

  test.for(Object.entries(unsupported))("a file in an unsupported format: %s", async ([_name, make], { publish }) => {
    await expect(publish(await make())).rejects.toMatchObject({ id: "unsupported-file", status: 415 });
  });

  test("HEIC with its own error, because the user can do something about it", async ({ publish }) => {
    const heic = Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1");
    await expect(publish(heic)).rejects.toMatchObject({ id: "heic-file", status: 415 });
  });

  const disguised = {
    "SVG after the first bytes of a JPEG": ["\xff\xd8\xff", "<svg/>"],
    "GIF after the first bytes of a PNG": ["\x89PNG\r\n\x1a\n", "GIF89a"],
    "TIFF after the first bytes of a WebP": ["RIFF\x10\0\0\0WEBP", "II*\0\x08\0\0\0"],
    "text after the first bytes of a PDF": ["%PDF-1.7\n", "nothing else"],
  } as const;

  test.for(Object.entries(disguised))("a disguised file: %s", async ([_name, parts], { publish }) => {
    await expect(publish(Buffer.from(parts.join(""), "latin1"))).rejects.toMatchObject({
      id: "broken-file",
      status: 422,
    });
  });
});

describe("truncated files", () => {
  const whole = {
    JPEG: () => drawnSheet(200, 300).jpeg().toBuffer(),
    "progressive JPEG": () => drawnSheet(200, 300).jpeg({ progressive: true }).toBuffer(),
    PNG: () => drawnSheet(200, 300).png().toBuffer(),
    "interlaced PNG": () => drawnSheet(200, 300).png({ progressive: true }).toBuffer(),
    WebP: () => drawnSheet(200, 300).webp().toBuffer(),
    "lossless WebP": () => drawnSheet(200, 300).webp({ lossless: true }).toBuffer(),
  } as const;

  test.for(Object.entries(whole))("a %s is refused wherever it is cut off", async ([_name, make], { publish }) => {
    const file = await make();
    await publish(file);
    const inside = [0.1, 0.25, 0.4, 0.55, 0.7, 0.85, 0.97].map((share) => Math.floor(share * file.length));
    const ends = [16, 40, ...inside, file.length - 12, file.length - 3, file.length - 2, file.length - 1];
    const outcomes = await Promise.allSettled(ends.map((end) => publish(file.subarray(0, end))));
    expect(outcomes.map(({ status }) => status)).toEqual(ends.map(() => "rejected"));
    for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: { id: "broken-file" } });
  });
});

describe("the image pipeline refuses, for its number of pixels,", () => {
  test("a small PNG file of 50,000 × 50,000 pixels", async ({ publish }) => {
    const bomb = blackPng(50_000, 50_000, 10);
    expect(bomb.length).toBeLessThan(1000);
    await expect(publish(bomb)).rejects.toMatchObject({ id: "too-many-pixels", status: 413 });
  });

  test("a PNG just over the limit", async ({ publish }) => {
    await expect(publish(blackPng(5001, 10_000, 10))).rejects.toMatchObject({ id: "too-many-pixels" });
  });

  test("a JPEG that claims to be 65,000 pixels wide and high", async ({ publish }) => {
    const photo = await plain(16, 16, "red").jpeg().toBuffer();
    photo.writeUInt32BE(65_000 * 65_536 + 65_000, photo.indexOf(Buffer.from([0xff, 0xc0])) + 5);
    await expect(publish(photo)).rejects.toMatchObject({ id: "too-many-pixels" });
  });

  test("a WebP of the largest possible size", async ({ publish }) => {
    const largest = await plain(16, 16, "red").webp().toBuffer();
    largest.fill(Buffer.from([0xff, 0x3f, 0xff, 0x3f]), 26, 30);
    expect(await sharp(largest).metadata()).toMatchObject({ width: 16_383, height: 16_383 });
    await expect(publish(largest)).rejects.toMatchObject({ id: "too-many-pixels" });
  });
});

describe("the image pipeline refuses a PDF", () => {
  test("that needs a password", async ({ publish }) => {
    const document = await PDFDocument.create();
    document.addPage();
    document.encrypt({ userPassword: "secret", ownerPassword: "owner" });
    await expect(publish(await document.save())).rejects.toMatchObject({ id: "locked-pdf", status: 422 });
  });

  test.for(["paper", "portrait"] as const)("without pages, as a %s", async (use, { publish }) => {
    const page = handmadePdf([{ content: "0 0 99 99 re f" }]).toString("latin1");
    const listsNone = page.replace("/Kids[3 0 R]", "            ");
    for (const pdf of [handmadePdf([]), Buffer.from(listsNone, "latin1"), handmadePdf([{}, {}])])
      await expect(publish(pdf, use)).rejects.toMatchObject({ id: "pdf-without-pages", status: 422 });
  });

  test("only if all its pages are empty", async ({ publish }) => {
    const { pages } = await publish(handmadePdf([{}, { content: "0 0 9 9 re f" }]));
    expect(pages).toHaveLength(2);
  });

  test("whose page is missing", async ({ publish }) => {
    const pdf = handmadePdf([{}]).toString("latin1").replace("/Kids[3 0 R]", "/Kids[8 0 R]");
    await expect(publish(Buffer.from(pdf, "latin1"))).rejects.toMatchObject({ id: "broken-file" });
  });

  test("that is truncated", async ({ publish }) => {
    const pdf = handmadePdf([{ content: "0 0 99 99 re f" }]);
    await expect(publish(pdf.subarray(0, 30))).rejects.toMatchObject({ id: "broken-file" });
  });
});

test("every refusal is a PortalError", async ({ publish }) => {
  await expect(publish(Buffer.from("no"))).rejects.toBeInstanceOf(PortalError);
  await expect(publish(await truncatedJpeg())).rejects.toBeInstanceOf(PortalError);
});

async function truncatedJpeg(): Promise<Buffer> {
  const whole = await sharp(await drawnSheet(99, 99).png().toBuffer())
    .jpeg()
    .toBuffer();
  return whole.subarray(0, whole.length / 2);
}
