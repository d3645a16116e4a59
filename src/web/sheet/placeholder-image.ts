import { thumbHashToRGBA } from "thumbhash";

/** Returns a ThumbHash as a BMP data URL of 5 × 7 pixels. At this size, a BMP is smaller than a PNG. */
export function placeholderImage(thumbHash: string): string {
  const image = painted.get(thumbHash) ?? paint(thumbHash);
  if (painted.size >= maxPainted) painted.clear();
  painted.set(thumbHash, image);
  return image;
}

/** A cache of about half a megabyte, because visitors often look up the same record again. */
const painted = new Map<string, string>();
const maxPainted = 2000;

const width = 5;
const height = 7;
/** In a bitmap, the length of a row is a multiple of four bytes. */
const rowBytes = 16;
const size = 54 + height * rowBytes;
// With a negative height, the top row comes first.
const header = new Uint8Array(new Uint32Array([size, 0, 54, 40, width, -height, 24 * 65_536 + 1]).buffer);

function paint(thumbHash: string): string {
  const { w, h, rgba } = thumbHashToRGBA(Buffer.from(thumbHash.padEnd(32, "A"), "base64"));
  const bitmap = Buffer.alloc(size);
  bitmap.write("BM");
  bitmap.set(header, 2);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (Math.floor(((y + 0.5) / height) * h) * w + Math.floor(((x + 0.5) / width) * w)) * 4;
      bitmap.set(rgba.slice(at, at + 3).toReversed(), 54 + y * rowBytes + x * 3);
    }
  }
  return `data:image/bmp;base64,${bitmap.toString("base64")}`;
}
