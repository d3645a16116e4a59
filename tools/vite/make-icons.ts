import { mkdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";

const drawing = path.join(import.meta.dirname, "../../public/favicon.svg");
const folder = path.join(import.meta.dirname, "../../src/web/icons");

/** The colour behind the drawing. */
const background = "#0f1012";

/**
 * Systems that cut icons into their own shape may remove a tenth on each side: the drawing stays clear of that margin.
 */
const icons: Record<string, { size: number; drawn: number }> = {
  "icon-32": { size: 32, drawn: 32 },
  "icon-180": { size: 180, drawn: 160 },
  "icon-192": { size: 192, drawn: 192 },
  "icon-512": { size: 512, drawn: 512 },
  "maskable-512": { size: 512, drawn: 400 },
};

/**
 * Makes the icons of the site from its drawing, for browsers that do not support SVG. Files that are up to date are
 * kept.
 */
export async function makeIcons(): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, { size, drawn }] of Object.entries(icons)) {
    const file = path.join(folder, `${name}.png`);
    if (await isNewer(file)) continue;
    const margin = (size - drawn) / 2;
    const picture = await sharp(drawing, { density: (72 * drawn) / 32 })
      .resize(drawn, drawn)
      .png()
      .toBuffer();
    await sharp({ create: { width: size, height: size, channels: 3, background } })
      .composite([{ input: picture, left: margin, top: margin }])
      .png({ palette: true, effort: 10 })
      .toFile(file);
  }
}

/** Icons under the names that crawlers and messengers request, whatever a page declares. */
export const iconsByUsualName = async (): Promise<Record<string, Buffer>> => ({
  "favicon.ico": inIcoFile(await readFile(path.join(folder, "icon-32.png"))),
  "apple-touch-icon.png": await readFile(path.join(folder, "icon-180.png")),
});

/** An .ico file with one PNG of 32 × 32 pixels: a header, one entry, and the unchanged picture. */
function inIcoFile(png: Buffer): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(32, 6);
  head.writeUInt8(32, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

async function isNewer(file: string): Promise<boolean> {
  const [made = 0, ...makers] = await Promise.all([file, drawing, import.meta.filename].map(timeOf));
  return makers.every((maker) => made > maker);
}

const timeOf = (file: string) =>
  stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
