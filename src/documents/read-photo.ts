import { PortalError } from "#core/errors.ts";
import sharp, { type Metadata, type SharpOptions } from "sharp";
import { imageWidths, maxHeight, maxPhotoPixels } from "./image-sizes.ts";
import { type Picture, refuseAsBroken, toPicture } from "./picture.ts";

const pngEnd = Buffer.from("\0\0\0\0IEND\xae\x42\x60\x82", "latin1");

/** Refuses truncated files. "warning" would also refuse JPEGs with small faults, which many phones write. */
const strictness: SharpOptions = { failOn: "error" };

/** Decodes a JPEG, PNG or WebP, no larger than a reader needs. Of an animation only the first frame is decoded. */
export async function readPhoto(bytes: Buffer): Promise<Picture> {
  const { width, height, depth, format } = await readHeader(bytes);
  if (width * height > maxPhotoPixels) throw new PortalError("too-many-pixels");
  // libpng accepts a truncated file if all pixels are in it.
  if (format === "png" && !bytes.includes(pngEnd)) throw new PortalError("broken-file");

  const photo = sharp(bytes, { ...strictness, limitInputPixels: maxPhotoPixels, autoOrient: true })
    .resize({ width: imageWidths.paper.reading, height: maxHeight, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "white" });
  // sharp converts 16-bit pixels to P3 and would not convert them back.
  if (depth === "ushort") photo.pipelineColourspace("srgb");

  return await toPicture(photo).catch(refuseAsBroken);
}

const readHeader = (bytes: Buffer): Promise<Metadata> =>
  sharp(bytes, { ...strictness, limitInputPixels: false })
    .metadata()
    .catch(refuseAsBroken);
