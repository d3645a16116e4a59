import sharp, { type OverlayOptions } from "sharp";
import { escapedMarkup } from "#core/escaped-markup.ts";

type Download = { page: Uint8Array; lines: readonly string[] };

const paper = "#f9f4e8";
const ink = "#172033";
const quiet = "#4b5566";

/** A smaller page stands in the middle: the strip needs room to be read. */
const narrowest = 640;
const quality = 88;

/** The page as it is, with a strip below it, as a JPEG: what phones send on and every program opens. Needs the fonts of card-fonts. */
export async function drawDownload({ page, lines }: Download): Promise<Uint8Array> {
  const { width, height } = await sharp(page).metadata();
  const across = Math.max(width, narrowest);
  const size = Math.round(Math.max(across * 0.0165, 16));
  const edge = Math.round(size * 1.1);
  const overlays: OverlayOptions[] = [{ input: Buffer.from(page), left: (across - width) >> 1, top: 0 }];
  let top = height + edge;
  for (const [at, line] of lines.entries()) {
    const { data, info } = await sharp({
      text: {
        text: `<span foreground="${at === 0 ? ink : quiet}">${escapedMarkup(line)}</span>`,
        font: `Anek ${at === 0 ? "Bold " : ""}${size}`,
        width: across - 2 * edge,
        wrap: "word-char",
        rgba: true,
        dpi: 72,
      },
    })
      .png()
      .toBuffer({ resolveWithObject: true });
    overlays.push({ input: data, left: edge, top });
    top += info.height + Math.round(size * 0.55);
  }
  const rule = {
    create: { width: across, height: Math.max(2, Math.round(size / 8)), channels: 3, background: ink },
  } as const;
  overlays.push({ input: rule, left: 0, top: height });
  const ground = {
    width: across,
    height: top - Math.round(size * 0.55) + edge,
    channels: 3,
    background: paper,
  } as const;
  return sharp({ create: ground }).composite(overlays).jpeg({ quality, chromaSubsampling: "4:4:4" }).toBuffer();
}
