import { mkdir, stat } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";

const drawing = path.join(import.meta.dirname, "../public/favicon.svg");
const folder = path.join(import.meta.dirname, "../src/web/icons");

/** The surface that the drawing stands on. */
const background = "#111925";

/** Where a system cuts icons into its own shape, up to a tenth on each side may go: the drawing keeps clear of that. */
const icons: Record<string, { size: number; drawn: number }> = {
  "icon-32": { size: 32, drawn: 32 },
  "icon-180": { size: 180, drawn: 160 },
  "icon-192": { size: 192, drawn: 192 },
  "icon-512": { size: 512, drawn: 512 },
  "maskable-512": { size: 512, drawn: 400 },
};

/** Makes the icons of the site of its drawing, for browsers that take no SVG. What is there is taken as it is. */
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

async function isNewer(file: string): Promise<boolean> {
  const [made = 0, ...makers] = await Promise.all([file, drawing, import.meta.filename].map(timeOf));
  return makers.every((maker) => made > maker);
}

const timeOf = (file: string) =>
  stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
