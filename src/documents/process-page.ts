import type { WebpOptions } from "sharp";
import { cropPortrait } from "./crop-portrait.ts";
import { imageWidths } from "./image-sizes.ts";
import { fromPicture, type Picture, toPicture } from "./picture.ts";
import { placeholderOf } from "./placeholder.ts";
import type { DocumentUse, PublishedPage } from "./published-file.ts";

/** Decision 0005 has the figures. What stands in a list is looked at, not read. */
const webpOptions = {
  reading: { quality: 75, effort: 2 },
  list: { quality: 60, effort: 2 },
} satisfies Record<string, WebpOptions>;

/** Every image of a page comes from the one decoded picture. */
export async function processPage(picture: Picture, use: DocumentUse): Promise<PublishedPage> {
  const large = use === "portrait" ? await cropPortrait(picture) : picture;
  const [reading, forLists] = await Promise.all([
    toWebp(large, webpOptions.reading),
    pressForLists(large, imageWidths[use].list),
  ]);
  return { width: large.width, height: large.height, reading, ...forLists };
}

async function pressForLists(large: Picture, width: number): Promise<Pick<PublishedPage, "list" | "placeholder">> {
  const small = await toPicture(fromPicture(large).resize({ width, withoutEnlargement: true }));
  const [list, placeholder] = await Promise.all([toWebp(small, webpOptions.list), placeholderOf(small)]);
  return { list, placeholder };
}

async function toWebp(picture: Picture, options: WebpOptions): Promise<Uint8Array> {
  return await fromPicture(picture).removeAlpha().webp(options).toBuffer();
}
