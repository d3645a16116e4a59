import { z } from "zod";

/** Stored with the settings, because every page shows it. It comes from the image pipeline, never as it was sent. */
export const logoSchema = z.object({
  /** WebP, base64. */
  image: z.base64().max(120_000),
  width: z.int().positive(),
  height: z.int().positive(),
  /** Of the content: another logo has another address, so caches keep each for good. */
  hash: z.string().regex(/^[\w-]{16}$/),
});
export type Logo = z.output<typeof logoSchema>;

/** A file that somebody wants to show as the logo. */
export const largestLogoFile = 5_000_000;

/** What a page needs to show it. */
export type ShownLogo = { address: string; width: number; height: number };

const logoPath = "/logo.webp";

export const shownLogo = (logo: Logo | null): ShownLogo | null =>
  logo && { address: `${logoPath}?v=${logo.hash}`, width: logo.width, height: logo.height };
