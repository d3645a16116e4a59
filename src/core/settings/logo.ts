import { z } from "zod";

/**
 * Stored with the settings, because every page shows the logo. The image comes from the image pipeline, never directly from
 * the upload.
 */
export const logoSchema = z.object({
  /** WebP, base64. */
  image: z.base64().max(120_000),
  width: z.int().positive(),
  height: z.int().positive(),
  /** The hash of the content. Another logo has another address, so caches can keep each one forever. */
  hash: z.string().regex(/^[\w-]{16}$/),
});
export type Logo = z.output<typeof logoSchema>;

/** The largest file, in bytes, that can be sent as the logo. */
export const largestLogoFile = 5_000_000;

export type ShownLogo = { address: string; width: number; height: number };

const logoPath = "/logo.webp";

export const shownLogo = (logo: Logo | null): ShownLogo | null =>
  logo && { address: `${logoPath}?v=${logo.hash}`, width: logo.width, height: logo.height };
