import sharp from "sharp";
import { seededRandom } from "#demo/random.ts";

/** A drawn sheet as a scanner sends it: A4 at 300 dpi, lines of strokes, grain, about 3 MB of JPEG. */
export async function drawScan(seed: number): Promise<Buffer> {
  const [width, height] = [2480, 3508];
  const random = seededRandom(seed);
  const lines = Array.from({ length: 90 }, (_line, line) => {
    const strokes = Array.from(
      { length: 60 },
      (_stroke, at) => `M${200 + at * 34} ${240 + line * 34}v${6 + random() * 18}`,
    );
    return `<path d="${strokes.join("")}" stroke="#223" stroke-width="4"/>`;
  });
  const sheet = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="#f4f1ea"/>${lines.join("")}</svg>`;
  const grain = await sharp({
    create: { width, height, channels: 3, background: "#808080", noise: { type: "gaussian", mean: 128, sigma: 45 } },
  })
    .png({ compressionLevel: 0 })
    .toBuffer();
  return sharp(Buffer.from(sheet))
    .composite([{ input: grain, blend: "soft-light" }])
    .jpeg({ quality: 90 })
    .toBuffer();
}
