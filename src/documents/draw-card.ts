import { escapedMarkup } from "#core/escaped-markup.ts";
import sharp, { type CreateText, type OutputInfo, type OverlayOptions } from "sharp";
import type { SiteCard } from "#core/settings/site-card.ts";

const width = 1200;
const height = 630;
const margin = 80;
const column = width - 2 * margin;

const markTop = 64;

/** The sheet from the site's icon. Drawn when the operator has no logo. */
const sheet = `<g transform="translate(${margin} ${markTop}) scale(3)">
    <path d="M0 0h24l10 10v34H0z" fill="#f9f4e8"/>
    <path d="M8 16h18M8 24h18M8 32h12" stroke="#1b1c1f" stroke-width="4"/>
  </g>`;

/** The dark background. It contains no user input. */
const background = (mark: string) => `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
  <rect width="${width}" height="${height}" fill="#0f1012"/>
  ${mark}
  <rect x="${margin}" y="474" width="${column}" height="2" fill="#354357"/>
</svg>`;

const ink = "#eceff4";
const quiet = "#b4bfce";

type Line = {
  text: string;
  size: number;
  colour: string;
  isStrong?: boolean;
  left?: number;
  top: number;
  room: number;
};

/** Needs the fonts in card-fonts: FONTCONFIG_FILE in the environment of the process points to them. */
export async function drawCard({ name, logo, licence, claims, statements }: SiteCard): Promise<Uint8Array> {
  const plate = logo && (await onPlate(Buffer.from(logo, "base64")));
  const left = margin + (plate ? plate.width + 36 : 140);
  const lines: Line[] = [
    ...claims.map((text, at) => ({ text, size: 36, colour: quiet, left, top: 74 + at * 62, room: 54 })),
    { text: name, size: sizeOf(name), colour: ink, isStrong: true, top: 228, room: 168 },
    ...(licence ? [{ text: licence, size: 32, colour: quiet, top: 408, room: 48 }] : []),
    ...statements.map((text, at) => ({ text, size: 32, colour: ink, top: 494 + at * 58, room: 50 })),
  ];
  const written = await Promise.all(lines.map(write));
  const mark = plate ? plate.overlays : [];
  return sharp(Buffer.from(background(plate ? plate.ground : sheet)))
    .composite([...mark, ...written])
    .png({ palette: true, effort: 10 })
    .toBuffer();
}

const plateHeight = 132;
const plateEdge = 16;

/** Returns the logo on a white plate, as web pages show it. */
async function onPlate(logo: Buffer) {
  const room = { width: 320, height: plateHeight - 2 * plateEdge };
  const { data, info } = await sharp(logo)
    .resize({ ...room, fit: "inside" })
    .png()
    .toBuffer({ resolveWithObject: true });
  const plateWidth = info.width + 2 * plateEdge;
  const down = markTop + Math.floor((plateHeight - info.height) / 2);
  return {
    width: plateWidth,
    ground: `<rect x="${margin}" y="${markTop}" width="${plateWidth}" height="${plateHeight}" rx="8" fill="#ffffff"/>`,
    overlays: [{ input: data, left: margin + plateEdge, top: down }],
  };
}

const sizeOf = (name: string) => (name.length <= 24 ? 72 : name.length <= 60 ? 56 : 44);

/** Renders a line in its size, or smaller if it does not fit into its room. */
async function write({
  text,
  size,
  colour,
  isStrong = false,
  left = margin,
  top,
  room,
}: Line): Promise<OverlayOptions> {
  const markup = `<span foreground="${colour}">${escapedMarkup(text)}</span>`;
  const font = `Anek ${isStrong ? "Bold " : ""}${size}`;
  const across = width - margin - left;
  const wanted = { text: markup, font, width: across, wrap: "word-char", rgba: true } as const;
  const inWantedSize = await render({ ...wanted, dpi: 72 });
  const fitted = inWantedSize.info.height <= room ? inWantedSize : await render({ ...wanted, height: room });
  const { data, info } = await within({ width: across, height: room }, fitted);
  return { input: data, left, top: top + Math.max(0, Math.floor((room - info.height) / 2)) };
}

type RenderedText = { data: Buffer; info: OutputInfo };

const render = (text: CreateText): Promise<RenderedText> => sharp({ text }).png().toBuffer({ resolveWithObject: true });

/** Scales down a text that cannot be wrapped, such as a long row of joined letters. */
const within = async (box: { width: number; height: number }, { data, info }: RenderedText): Promise<RenderedText> =>
  info.width <= box.width && info.height <= box.height
    ? { data, info }
    : sharp(data)
        .resize({ ...box, fit: "inside" })
        .png()
        .toBuffer({ resolveWithObject: true });
