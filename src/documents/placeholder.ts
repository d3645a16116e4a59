import { rgbaToThumbHash } from "thumbhash";
import { fromPicture, type Picture, toPicture } from "./picture.ts";

/** ThumbHash takes no more than this either way. */
const maxSide = 100;

/** Some thirty characters from which a page paints a blurred image until the real one is there. */
export async function placeholderOf(picture: Picture): Promise<string> {
  const tiny = fromPicture(picture)
    .resize({ width: maxSide, height: maxSide, fit: "inside", withoutEnlargement: true })
    .ensureAlpha();
  const { width, height, pixels } = await toPicture(tiny);
  return Buffer.from(rgbaToThumbHash(width, height, pixels)).toString("base64");
}
