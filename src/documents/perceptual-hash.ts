import { hashedSide, perceptualHashOf } from "#core/images/perceptual-hash.ts";
import { fromPicture, type Picture, toPicture } from "./picture.ts";

export async function perceptualHash(picture: Picture): Promise<string> {
  const shrunk = fromPicture(picture).removeAlpha().resize(hashedSide, hashedSide, { fit: "fill" });
  return perceptualHashOf((await toPicture(shrunk.toColourspace("b-w"))).pixels);
}
