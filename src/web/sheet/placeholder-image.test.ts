import sharp from "sharp";
import { rgbaToThumbHash } from "thumbhash";
import { describe, expect, test } from "vitest";
import { placeholderImage } from "./placeholder-image.ts";

const width = 5;
const height = 7;

/** Returns a drawing's hash as uploads store it, and the pixels that its placeholder should have. */
async function drawn(svg: string) {
  const image = sharp(await sharp(Buffer.from(svg)).png().toBuffer());
  const tiny = image.clone().resize({ width: 100, height: 100, fit: "inside" }).ensureAlpha().raw();
  const { data, info } = await tiny.toBuffer({ resolveWithObject: true });
  const wanted = await image.removeAlpha().resize({ width, height, fit: "fill" }).raw().toBuffer();
  return { hash: Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString("base64"), wanted };
}

/** Returns red, green and blue of each pixel, top row first. */
function pixelsOf(address: string): number[] {
  const bytes = Buffer.from(address.replace("data:image/bmp;base64,", ""), "base64");
  const start = bytes.readUInt32LE(10);
  return Array.from({ length: width * height }, (_, at) => {
    const pixel = start + Math.floor(at / width) * 16 + (at % width) * 3;
    return [...bytes.subarray(pixel, pixel + 3)].toReversed();
  }).flat();
}

const sheet = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="283"><rect width="200" height="283" fill="#fffdf7"/>
  <rect y="200" width="200" height="83" fill="#172033"/><rect x="20" y="20" width="60" height="80" fill="#a3140f"/></svg>`;
const wide = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="180"><rect width="300" height="180" fill="#204080"/>
  <rect width="150" height="180" fill="#e0e0b0"/></svg>`;
const plain = `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><rect width="100" height="100" fill="#7a5c3e"/></svg>`;

describe("placeholderImage", () => {
  test.each([
    ["a sheet", sheet],
    ["a wide card", wide],
    ["one colour", plain],
  ])("resembles the drawing: %s", async (_, svg) => {
    const { hash, wanted } = await drawn(svg);
    const difference = pixelsOf(placeholderImage(hash)).map((value, at) => Math.abs(value - (wanted[at] ?? 0)));
    expect(Math.max(...difference)).toBeLessThan(110);
    expect(difference.reduce((sum, value) => sum + value, 0) / difference.length).toBeLessThan(16);
  });

  test("is a short picture for any stored text", () => {
    for (const hash of ["", "AA==", "not base64 at all", "/".repeat(40)]) {
      const image = placeholderImage(hash);
      expect(image).toMatch(/^data:image\/bmp;base64,[\w+/]+=*$/);
      expect(image.length).toBeLessThan(260);
    }
  });
});
