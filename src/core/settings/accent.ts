import { z } from "zod";

/** The backgrounds on which buttons appear (web/design/tokens.css): of dark pages, of light pages and of the sheet. */
export const grounds = [
  "#0f1012",
  "#070809",
  "#1a1b1e",
  "#fbfaf8",
  "#ffffff",
  "#f3f2ee",
  "#f9f4e8",
  "#fffdf7",
] as const;

/** The minimum contrasts of WCAG 2.2: of a control against its background, and of the text on the control. */
const minContrastOfControl = 3;
const minContrastOfText = 4.5;

/** Empty for the site's default colour. */
export const accentSchema = z
  .string()
  .transform((text) => text.trim().toLowerCase())
  .transform((text) => (/^[0-9a-f]{6}$/.test(text) ? `#${text}` : text))
  .refine((text) => text === "" || isColour(text), { error: "colour-format", abort: true })
  .refine((text) => text === "" || canBeAccent(text), { error: "colour-contrast" });

export const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/.test(text);

/** One colour has to be readable in both themes, so that it is the same on every device. */
export const canBeAccent = (colour: string): boolean =>
  lowestContrast(colour) >= minContrastOfControl && contrast(textColourOn(colour), colour) >= minContrastOfText;

/** The contrast against the background from which the colour differs least. */
export const lowestContrast = (colour: string): number =>
  Math.min(...grounds.map((ground) => contrast(colour, ground)));

/** Returns the colour of text on this colour. Empty if neither white nor black is readable enough. */
export const textColourOn = (colour: string): string =>
  contrast("#ffffff", colour) >= minContrastOfText
    ? "#ffffff"
    : contrast("#000000", colour) >= minContrastOfText
      ? "#000000"
      : "";

/** Returns the lighter or darker shade that differs least from the colour and can be an accent. */
export function nearestAccent(colour: string): string {
  const { hue, saturation, lightness } = toHsl(colour);
  const steps = Array.from({ length: 401 }, (_, step) => step / 400).toSorted(
    (one, other) => Math.abs(one - lightness) - Math.abs(other - lightness),
  );
  const shades = steps.map((step) => fromHsl({ hue, saturation, lightness: step }));
  return shades.find(canBeAccent) ?? "#68788f";
}

/** The contrast ratio that WCAG 2.2 defines. Zero if one of the two is not a colour. */
export function contrast(one: string, other: string): number {
  if (!isColour(one) || !isColour(other)) return 0;
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: string): number {
  const [red, green, blue] = toRgb(colour).map((share) =>
    share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4,
  ) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

type Rgb = [red: number, green: number, blue: number];

const shareAt = (colour: string, at: number) => Number.parseInt(colour.slice(at, at + 2), 16) / 255;
const toRgb = (colour: string): Rgb => [shareAt(colour, 1), shareAt(colour, 3), shareAt(colour, 5)];

/** The hue is from 0 to 6, saturation and lightness are from 0 to 1. */
type Hsl = { hue: number; saturation: number; lightness: number };

function toHsl(colour: string): Hsl {
  const [red, green, blue] = toRgb(colour);
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const [lightness, range] = [(most + least) / 2, most - least];
  if (range === 0) return { hue: 0, saturation: 0, lightness };
  const saturation = range / (1 - Math.abs(2 * lightness - 1));
  if (most === red) return { hue: ((green - blue) / range + 6) % 6, saturation, lightness };
  return { hue: most === green ? (blue - red) / range + 2 : (red - green) / range + 4, saturation, lightness };
}

function fromHsl({ hue, saturation, lightness }: Hsl): string {
  const spread = saturation * Math.min(lightness, 1 - lightness);
  const part = (offset: number) => {
    const at = (offset + hue * 2) % 12;
    const share = lightness - spread * Math.max(-1, Math.min(at - 3, 9 - at, 1));
    return Math.round(share * 255)
      .toString(16)
      .padStart(2, "0");
  };
  return `#${part(0)}${part(8)}${part(4)}`;
}
