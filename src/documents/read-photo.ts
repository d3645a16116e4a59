import { PortalError } from "#core/errors.ts";
import sharp, { type Metadata, type SharpOptions } from "sharp";
import { imageWidths, maxHeight, maxPhotoPixels } from "./image-sizes.ts";
import { type Picture, refuseAsBroken, toPicture } from "./picture.ts";

const pngEnd = Buffer.from("\0\0\0\0IEND\xae\x42\x60\x82", "latin1");

/** Refuses truncated files. "warning" would also refuse the small faults of JPEGs from many phones. */
const strictness: SharpOptions = { failOn: "error" };

/** JPEG, PNG or WebP, no larger than a reader needs; of an animation the first frame. */
export async function readPhoto(bytes: Buffer): Promise<Picture> {
  const { width, height, depth, format } = await readHeader(bytes);
  if (width * height > maxPhotoPixels) throw new PortalError("too-many-pixels");
  // libpng accepts a file without its end once it has the pixels.
  if (format === "png" && !bytes.includes(pngEnd)) throw new PortalError("broken-file");

  const photo = sharp(bytes, { ...strictness, limitInputPixels: maxPhotoPixels, autoOrient: true })
    .resize({ width: imageWidths.paper.reading, height: maxHeight, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "white" });
  // sharp converts 16-bit pixels to P3 and would leave them there.
  if (depth === "ushort") photo.pipelineColourspace("srgb");

  return await toPicture(photo).catch(refuseAsBroken);
}

const readHeader = (bytes: Buffer): Promise<Metadata> =>
  sharp(bytes, { ...strictness, limitInputPixels: false })
    .metadata()
    .catch(refuseAsBroken);
