import sharp from "sharp";

const trustedDecoders = ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer"];

/** Call this before the first file, so that untrusted bytes never reach another decoder (SVG, TIFF, HEIF, GIF, …). */
export function trustThreeDecodersOnly(): void {
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: trustedDecoders });
}
