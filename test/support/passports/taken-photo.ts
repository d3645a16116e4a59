import type { Sharp } from "sharp";
import { seededRandom } from "#demo/random.ts";
import type { GrayPicture } from "#web/dashboard/passport/gray-picture.ts";
import { drawPage } from "./draw-page.ts";
import { type Holder, inventHolder } from "./holder.ts";
import { photograph, type Shot } from "./photograph.ts";

export type TakenPhoto = { holder: Holder; shot: Shot; jpeg: Buffer };

/** A photo of an invented person's passport. The same seed always gives the same photo. */
export async function takenPhoto(seed: number): Promise<TakenPhoto> {
  const random = seededRandom(seed);
  const holder = inventHolder(random);
  return { holder, ...(await photograph(await drawPage(holder, random), random)) };
}

/** The picture in grey, at most as large as the browser draws it. */
export async function grayOf(picture: Sharp): Promise<GrayPicture> {
  const drawn = picture.resize(2000, 2000, { fit: "inside", withoutEnlargement: true }).greyscale();
  const { data, info } = await drawn.raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}
