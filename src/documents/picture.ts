import { PortalError } from "#core/errors.ts";
import sharp, { type Channels, type Sharp } from "sharp";

/** Plain pixels: upright, sRGB, eight bits per channel, no metadata. Nothing else of an upload is used. */
export type Picture = { pixels: Uint8Array; width: number; height: number; channels: Channels };

export const fromPicture = ({ pixels, width, height, channels }: Picture): Sharp =>
  sharp(pixels, { raw: { width, height, channels } });

export async function toPicture(image: Sharp): Promise<Picture> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return { pixels: data, width: info.width, height: info.height, channels: info.channels };
}

export function refuseAsBroken(cause: unknown): never {
  throw new PortalError("broken-file", { cause });
}
