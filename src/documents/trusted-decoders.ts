import sharp from "sharp";

const trustedDecoders = ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer"];

/** Before the first file: every other decoder (SVG, TIFF, HEIF, GIF, …) is code that a stranger's bytes never reach. */
export function trustThreeDecodersOnly(): void {
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: trustedDecoders });
}
