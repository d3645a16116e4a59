import { crc32, deflateSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";
import { firstExtra, handmadePdf, pdfStream } from "./handmade-pdf.ts";

/** Good and bad files that tests upload, made from nothing. */

/** A sheet with bars in place of lines of text. Each seed gives another sheet. */
export function drawnSheet(width: number, height: number, seed = 1): Sharp {
  const bars = Array.from({ length: 24 }, (_bar, index) => {
    const length = 20 + ((index * 37 * seed + seed * 11) % 70);
    return `<rect x="5" y="${4 + index * 4}" width="${length}" height="2" fill="#${(seed * 7 + index) % 10}22"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" preserveAspectRatio="none" width="${width}" height="${height}">`;
  return sharp(Buffer.from(`${svg}<rect width="100" height="100" fill="white"/>${bars.join("")}</svg>`)).removeAlpha();
}

export function plain(width: number, height: number, background: string): Sharp {
  return sharp({ create: { width, height, channels: 3, background } });
}

export function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  return Buffer.concat([uint32(data.length), body, uint32(crc32(body))]);
}

export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** A black and white PNG of any size. All pixels are black, so that the file stays tiny. */
export function blackPng(width: number, height: number, rows = height): Buffer {
  const header = Buffer.concat([uint32(width), uint32(height), Buffer.from([1, 0, 0, 0, 0])]);
  const pixels = deflateSync(Buffer.alloc(rows * (1 + Math.ceil(width / 8))));
  const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  return Buffer.concat([
    signature,
    pngChunk("IHDR", header),
    pngChunk("IDAT", pixels),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Keeps PDFium busy for minutes: the same page-wide shading, over and over. */
export function endlessPdf(): Buffer {
  const shading =
    "/Shading<</S<</ShadingType 2/ColorSpace/DeviceRGB/Coords[0 0 600 800]/Extend[true true]" +
    "/Function<</FunctionType 2/Domain[0 1]/C0[1 0 0]/C1[0 0 1]/N 1>>>>>>";
  return handmadePdf([{ content: "/S sh\n".repeat(20_000), resources: shading }]);
}

/** A PDF form that draws ten forms, which draw ten forms each, and so on: a few hundred bytes that need gigabytes. */
export function greedyPdf(): Buffer {
  const first = firstExtra(1);
  const forms = Array.from({ length: 8 }, (_form, level) =>
    pdfStream(
      "/F Do ".repeat(10),
      `/Type/XObject/Subtype/Form/BBox[0 0 600 800]/Resources<</XObject<</F ${first + level + 1} 0 R>>>>`,
    ),
  );
  const leaf = pdfStream("0 0 9 9 re f ".repeat(10), "/Type/XObject/Subtype/Form/BBox[0 0 600 800]");
  const resources = `/XObject<</F ${first} 0 R>>`;
  return handmadePdf([{ content: "/F Do ".repeat(10), resources }], { extras: [...forms, leaf] });
}
