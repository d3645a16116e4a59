import sharp from "sharp";

const trustedDecoders = ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer"];

/** Called before the first file: untrusted bytes never reach any other decoder (SVG, TIFF, HEIF, GIF, …). */
export function trustThreeDecodersOnly(): void {
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: trustedDecoders });
}
