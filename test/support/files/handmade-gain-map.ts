import { plain, uint32 } from "./handmade-files.ts";

/**
 * A JPEG as newer phones write it: after the picture follows a second one, the gain map that tells bright screens where
 * to glow.
 */
export async function gainMapJpeg(): Promise<Buffer> {
  const picture = await plain(600, 800, "#884422").jpeg().toBuffer();
  const map = await plain(150, 200, "#666666").toColourspace("b-w").jpeg().toBuffer();
  const gains = 'hdrgm:Gamma="1" hdrgm:GainMapMax="1" hdrgm:HDRCapacityMax="1"';
  const second = withSegments(map, [xmpSegment(gains, "")]);
  const directory = ["Primary", "GainMap"].map((semantic) => directoryItem(semantic, second.length)).join("");
  const container = `<Container:Directory><rdf:Seq>${directory}</rdf:Seq></Container:Directory>`;
  const xmp = xmpSegment("", container);
  // Offsets in an MPF segment count from the end of its name. Before it are the 2-byte JPEG signature and the XMP
  // segment.
  const offsetsStart = 2 + xmp.length + 8;
  const length = withSegments(picture, [xmp, multiPictureSegment(0, 0, 0)]).length;
  const index = multiPictureSegment(length, second.length, length - offsetsStart);
  return Buffer.concat([withSegments(picture, [xmp, index]), second]);
}

export function jpegSegment(marker: number, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0xff, marker]), uint16(body.length + 2), body]);
}

/** Inserts the segments after the signature. */
export function withSegments(jpeg: Buffer, segments: readonly Buffer[]): Buffer {
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
}

function xmpSegment(attributes: string, content: string): Buffer {
  const namespaces = [
    'xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/"',
    'xmlns:Container="http://ns.google.com/photos/1.0/container/"',
    'xmlns:Item="http://ns.google.com/photos/1.0/container/item/"',
  ];
  const description = `<rdf:Description ${namespaces.join(" ")} hdrgm:Version="1.0" ${attributes}>${content}</rdf:Description>`;
  const rdf = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${description}</rdf:RDF>`;
  const body = `http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x="adobe:ns:meta/">${rdf}</x:xmpmeta>`;
  return jpegSegment(0xe1, Buffer.from(body));
}

function directoryItem(semantic: string, length: number): string {
  const item = `Item:Semantic="${semantic}" Item:Mime="image/jpeg" Item:Length="${semantic === "Primary" ? 0 : length}"`;
  return `<rdf:li rdf:parseType="Resource"><Container:Item ${item}/></rdf:li>`;
}

function multiPictureSegment(firstLength: number, secondLength: number, secondOffset: number): Buffer {
  const entries = [
    [0xb000, 7, 4, 0x30313030],
    [0xb001, 4, 1, 2],
    [0xb002, 7, 32, 50],
  ] as const;
  const directory = entries.map(([tag, type, count, value]) =>
    Buffer.concat([uint16(tag), uint16(type), uint32(count), uint32(value)]),
  );
  const pictures = [0x030000, firstLength, 0, 0, 0, secondLength, secondOffset, 0].map(uint32);
  const header = Buffer.from("MPF\0MM\0*\0\0\0\x08\0\x03", "latin1");
  return jpegSegment(0xe2, Buffer.concat([header, ...directory, uint32(0), ...pictures]));
}

function uint16(value: number): Buffer {
  return uint32(value).subarray(2);
}
