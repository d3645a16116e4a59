import { seededRandom } from "#demo/random.ts";
import { drawPage } from "./draw-page.ts";
import { type Holder, inventHolder } from "./holder.ts";
import { photograph, type Shot } from "./photograph.ts";

export type TakenPhoto = { holder: Holder; shot: Shot; jpeg: Buffer };

/** A photo of the passport of somebody who does not exist, always the same for a seed. */
export async function takenPhoto(seed: number): Promise<TakenPhoto> {
  const random = seededRandom(seed);
  const holder = inventHolder(random);
  return { holder, ...(await photograph(await drawPage(holder, random), random)) };
}
