import sharp from "sharp";
import { imageWidths, portraitShape } from "./image-sizes.ts";
import { fromPicture, type Picture, toPicture } from "./picture.ts";

/** The part that draws the eye (skin, saturation, edges), in the shape of a portrait, never enlarged. */
export async function cropPortrait(picture: Picture): Promise<Picture> {
  const widest = Math.min(picture.width, picture.height * portraitShape, imageWidths.portrait.reading);
  const width = Math.max(1, Math.floor(widest));
  const height = Math.min(picture.height, Math.max(1, Math.round(width / portraitShape)));
  return await toPicture(
    fromPicture(picture).resize({ width, height, fit: "cover", position: sharp.strategy.attention }),
  );
}
