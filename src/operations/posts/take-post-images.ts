import type { DocumentPage } from "#core/records/candidate-record.ts";
import { type FieldProblem, PortalError } from "#core/errors.ts";
import { imageOfPage, isImageId } from "#core/images/image-id.ts";
import type { StoredPost } from "#core/posts/post.ts";
import type { Actor } from "#core/staff/actor.ts";
import { mayTakeImage } from "#core/staff/permissions.ts";
import { unsealJson } from "#sealing/sealed-json.ts";
import type { Writer } from "#storage/database/database.ts";
import { type ImageRow, imagesForChange, imagesOfPost, updateImages } from "#storage/database/images.ts";
import { type ImageFacts, imageFactsPlace } from "../images/image-facts.ts";
import { keyOfWaiting, wrapUnderRecord } from "../images/image-keys.ts";
import { letGoOf } from "../images/leaving-images.ts";
import type { Portal } from "../portal.ts";

type OpenedPost = { id: string; key: Buffer; images: ShownPages | null };

/** The two pages that a post shows. */
type ShownPages = readonly [DocumentPage, DocumentPage];

/** For each of the two places an upload; null where the image stays. */
export type GivenPostImages = [string | null, string | null];

export type TakenPostImages = { images: ShownPages; leaving: ImageRow[] };

/**
 * Makes uploads the images of a post, within its transaction: the first page of each. What the post no longer shows is
 * let go; the blobs are to be removed once the transaction has ended.
 */
export async function takePostImages(
  portal: Portal,
  writer: Writer,
  actor: Actor,
  post: OpenedPost,
  given: GivenPostImages,
): Promise<TakenPostImages> {
  const fresh = await freshImages(portal, writer, actor, post, given);
  const pageAt = (place: 0 | 1): DocumentPage => {
    const id = given[place];
    const page = id === null ? post.images?.[place] : (fresh.get(id)?.page ?? ownPage(post, id));
    if (!page) throw new PortalError("invalid", { fields: { [`images.${place}`]: "image-gone" } });
    return page;
  };
  const images: ShownPages = [pageAt(0), pageAt(1)];
  for (const [id, { key }] of fresh) {
    const wrapped_key = wrapUnderRecord(post.key, id, key);
    await updateImages(writer, [id], { state: "kept", post_id: post.id, key_set: null, wrapped_key });
  }
  const shown = new Set(images.map(({ image }) => imageOfPage(image)));
  const leaving = (await imagesOfPost(writer, post.id)).filter(({ id }) => !shown.has(id));
  await letGoOf(
    writer,
    leaving.map(({ id }) => id),
  );
  return { images, leaving };
}

/** An image that the post shows already may be given again, in either place. */
const ownPage = ({ images }: OpenedPost, id: string) => images?.find(({ image }) => imageOfPage(image) === id);

type FreshImage = { key: Buffer; page: DocumentPage | undefined };

/** The uploads among those given, each of which this actor may take. */
async function freshImages(
  portal: Portal,
  writer: Writer,
  actor: Actor,
  post: OpenedPost,
  given: GivenPostImages,
): Promise<Map<string, FreshImage>> {
  const wanted = new Set(given.filter((id) => id !== null && isImageId(id) && !ownPage(post, id)));
  const rows = await imagesForChange(
    portal.database,
    writer,
    [...wanted].filter((id) => id !== null),
  );
  const fresh = new Map(
    rows
      .filter((row) => row.state === "waiting" && mayTakeImage(actor, row))
      .map((row) => [row.id, opened(portal, row)] as const),
  );
  const fields: Record<string, FieldProblem> = {};
  for (const [place, id] of given.entries()) {
    if (id !== null && !fresh.has(id) && !ownPage(post, id)) fields[`images.${place}`] = "image-gone";
  }
  if (Object.keys(fields).length > 0) throw new PortalError("invalid", { fields });
  return fresh;
}

function opened(portal: Portal, row: ImageRow): FreshImage {
  const key = keyOfWaiting(portal, row);
  if (!key || !row.sealed) throw new Error("an image that may be taken has no key");
  const { pages } = unsealJson(key, imageFactsPlace(row.id), row.sealed) as ImageFacts;
  return { key, page: pages[0] };
}

/** The pages with what they show. */
export const describedImages = (
  [first, second]: TakenPostImages["images"],
  [ofFirst, ofSecond]: readonly [string, string],
): StoredPost["images"] => [
  { ...first, description: ofFirst },
  { ...second, description: ofSecond },
];
