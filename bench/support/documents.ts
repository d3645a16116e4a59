import sharp from "sharp";
import { inventPeople } from "#demo/invent-people.ts";
import { svgOf, write } from "#demo/documents/svg.ts";

/** A4 at 300 dots per inch. */
const [width, height] = [2480, 3508];
const [margin, lineHeight, linesOfText] = [210, 56, 54];
const print = { size: 39, colour: "#22242c" };

/** A printed sheet as a phone or a scanner sends it: tinted, unevenly lit, soft, grainy. 3 MB of JPEG. */
export async function drawDocument(seed: number): Promise<Buffer> {
  const grain = await drawGrain();
  return sharp(drawSheet(seed))
    .blur(0.7)
    .composite([{ input: grain, blend: "soft-light" }])
    .jpeg({ quality: 92 })
    .toBuffer();
}

function drawSheet(seed: number): Buffer {
  const people = inventPeople({ seed, count: linesOfText }).toArray();
  const lines = people.map(({ inLatin: { name, fatherName, address } }, at) =>
    write(`${at + 1}. ${name}, ${fatherName}, ${address}`, margin, 260 + at * lineHeight, print),
  );
  const light = `<defs><linearGradient id="light" x2="1" y2="0.4">
      <stop offset="0" stop-color="#dfdcd4"/><stop offset="0.5" stop-color="#f2efe8"/><stop offset="1" stop-color="#e8e5dd"/>
    </linearGradient></defs><rect width="100%" height="100%" fill="url(#light)"/>`;
  return svgOf(width, height, light + lines.join(""));
}

/** Sensor noise, slightly larger than a pixel. */
async function drawGrain(): Promise<Buffer> {
  const noise = { type: "gaussian", mean: 128, sigma: 45 } as const;
  return sharp({ create: { width, height, channels: 3, background: "#808080", noise } })
    .blur(0.5)
    .png({ compressionLevel: 0 })
    .toBuffer();
}
