import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect } from "vitest";
import { drawnSheet, pngChunk } from "#test/support/files/handmade-files.ts";
import { gainMapJpeg, jpegSegment, withSegments } from "#test/support/files/handmade-gain-map.ts";
import { handmadePdf } from "#test/support/files/handmade-pdf.ts";
import { onlyPage, test } from "#test/support/files/pipeline-test.ts";

/** Written into every place where a file may carry text. It must never reach a published image. */
const marker = "PLANTED-MARKER";
const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" dc:title="${marker}"/></rdf:RDF></x:xmpmeta>`;
const exif = { IFD0: { Artist: marker, ImageDescription: marker }, IFD3: { GPSLatitude: "51/1 30/1 0/1" } };
const metadataChunks = ["EXIF", "XMP ", "ICCP", "Exif", "<x:xmpmeta", "8BIM", marker];

const carriers: Record<string, () => Promise<Buffer>> = {
  "EXIF, XMP and ICC in a JPEG": () =>
    drawnSheet(300, 400).withExif(exif).withXmp(xmp).withIccProfile("p3").jpeg().toBuffer(),
  "EXIF, XMP and ICC in a PNG": () =>
    drawnSheet(300, 400).withExif(exif).withXmp(xmp).withIccProfile("p3").png().toBuffer(),
  "EXIF, XMP and ICC in a WebP": () =>
    drawnSheet(300, 400).withExif(exif).withXmp(xmp).withIccProfile("p3").webp().toBuffer(),
  "IPTC and a comment in a JPEG": async () =>
    withSegments(await drawnSheet(300, 400).jpeg().toBuffer(), [
      jpegSegment(0xed, iptc()),
      jpegSegment(0xfe, Buffer.from(marker)),
    ]),
  "text in a PNG": async () => {
    const png = await drawnSheet(300, 400).png().toBuffer();
    const texts = [pngChunk("tEXt", Buffer.from(`Comment\0${marker}`)), pngChunk("zTXt", compressedText())];
    return Buffer.concat([png.subarray(0, 33), ...texts, png.subarray(33)]);
  },
  "a comment, an attachment and a language in a PDF": async () => {
    const names = `/Names<</EmbeddedFiles<</Names[(${marker})<</F(${marker})>>]>>>>`;
    return handmadePdf([{ content: `% ${marker}\n0 0 99 99 re f` }], { catalog: `${names}/Lang(${marker})` });
  },
  "a second picture after the first": async () => Buffer.concat([await gainMapJpeg(), Buffer.from(marker)]),
};

describe("the metadata of a file", () => {
  test.for(Object.entries(carriers))("is not published: %s", async ([_name, make], { publish }) => {
    const file = await make();
    expect(file.includes(marker)).toBe(true);
    const { reading, list } = onlyPage(await publish(file));
    for (const image of [reading, list]) {
      for (const trace of metadataChunks) expect(Buffer.from(image).includes(trace)).toBe(false);
      const { exif: keptExif, xmp: keptXmp, icc, iptc: keptIptc } = await sharp(image).metadata();
      expect({ keptExif, keptXmp, icc, keptIptc }).toEqual({});
    }
  });
});

describe("files in two formats at once", () => {
  const tails = {
    "a ZIP": "PK\x03\x04 a program of ours PK\x05\x06",
    HTML: "<html><script>alert(1)</script></html>",
    "a PDF": "%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj",
  };

  test.for(Object.entries(tails))(
    "a JPEG followed by %s is published as the picture alone",
    async ([_name, tail], { publish }) => {
      const photo = await drawnSheet(300, 400).jpeg().toBuffer();
      const file = await publish(Buffer.concat([photo, Buffer.from(tail, "latin1")]));
      expect(file.format).toBe("jpeg");
      const alone = onlyPage(await publish(photo));
      expect(onlyPage(file)).toEqual(alone);
      expect(Buffer.from(alone.reading).includes(Buffer.from(tail, "latin1"))).toBe(false);
    },
  );

  test("a PDF followed by a JPEG is published as the PDF", async ({ publish }) => {
    const photo = await drawnSheet(300, 400).jpeg().toBuffer();
    const pdf = handmadePdf([{ content: "0 0 300 300 re f" }]);
    const file = await publish(Buffer.concat([pdf, photo]));
    expect(file.format).toBe("pdf");
    expect(onlyPage(file)).toEqual(onlyPage(await publish(pdf)));
  });

  test("a JPEG that hides a PDF in its comment is published as the JPEG", async ({ publish }) => {
    const photo = await drawnSheet(300, 400).jpeg().toBuffer();
    const both = withSegments(photo, [jpegSegment(0xfe, handmadePdf([{ content: "0 0 300 300 re f" }]))]);
    const file = await publish(both);
    expect(file.format).toBe("jpeg");
    expect(onlyPage(file)).toEqual(onlyPage(await publish(photo)));
  });
});

function iptc(): Buffer {
  const caption = Buffer.concat([Buffer.from([0x1c, 0x02, 0x78, 0, marker.length]), Buffer.from(marker)]);
  const padded = caption.length % 2 === 0 ? caption : Buffer.concat([caption, Buffer.from([0])]);
  const head = Buffer.from("Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0", "latin1");
  return Buffer.concat([head, Buffer.from([caption.length]), padded]);
}

function compressedText(): Buffer {
  return Buffer.concat([Buffer.from("Author\0\0", "latin1"), deflateSync(Buffer.from(marker))]);
}
