import { thumbHashToRGBA } from "thumbhash";

/** A stored ThumbHash as a data URL of 5 × 7 pixels, which the browser smooths. A BMP this small is smaller than a PNG. */
export function placeholderImage(thumbHash: string): string {
  const image = painted.get(thumbHash) ?? paint(thumbHash);
  if (painted.size >= mostPainted) painted.clear();
  painted.set(thumbHash, image);
  return image;
}

/** Whoever looks a record up often looks again; half a megabyte of them is cached. */
const painted = new Map<string, string>();
const mostPainted = 2000;

const width = 5;
const height = 7;
/** Rows of a bitmap end on a multiple of four bytes. */
const rowBytes = 16;
const size = 54 + height * rowBytes;
// The height is negative: the first row is the top one.
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
