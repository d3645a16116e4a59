import { PortalError } from "#core/errors.ts";
import { imageOfPage } from "#core/images/image-id.ts";
import type { StoredPost } from "#core/posts/post.ts";
import type { DocumentPage } from "#core/records/candidate-record.ts";
import type { Actor } from "#core/staff/actor.ts";
import type { Writer } from "#storage/database/database.ts";
import { type ImageRow, imagesOfPost } from "#storage/database/images.ts";
import { attach, lockUploads } from "../images/attach-images.ts";
import { markImagesDeleted } from "../images/remove-images.ts";
import type { Portal } from "../portal.ts";

/** The two pages that a post shows. */
type ShownPages = readonly [DocumentPage, DocumentPage];

type PostWithKey = { id: string; key: Buffer; images: ShownPages | null };

/** An upload for each of the two places; null where the image stays. */
type PostImageChanges = readonly [string | null, string | null];

type AttachedImages = { images: ShownPages; replaced: readonly ImageRow[] };

/**
 * Makes uploads the images of a post, within its transaction: the first page of each. An image that the post shows
 * already may be given again, in either place. Images that it no longer shows are marked as deleted; the caller deletes
 * their blobs after the transaction.
 */
export async function attachPostImages(
  portal: Portal,
  writer: Writer,
  actor: Actor,
  post: PostWithKey,
  changes: PostImageChanges,
): Promise<AttachedImages> {
  const own = await imagesOfPost(writer, post.id);
  const fields = changes.map((id, place) => [`images.${place}`, id] as const);
  const uploads = await lockUploads(portal, writer, actor, fields, own);
  const pageAt = (place: 0 | 1): DocumentPage => {
    const id = changes[place];
    const upload = uploads.find(({ row }) => row.id === id);
    const page = upload?.facts.pages[0] ?? post.images?.find(({ image }) => imageOfPage(image) === id);
    const shown = id === null ? post.images?.[place] : page;
    if (!shown) throw new PortalError("invalid", { fields: { [`images.${place}`]: "image-gone" } });
    return shown;
  };
  const images: ShownPages = [pageAt(0), pageAt(1)];
  for (const upload of uploads) await attach(writer, { post_id: post.id }, post.key, upload);
  const shown = new Set(images.map(({ image }) => imageOfPage(image)));
  const replaced = own.filter(({ id }) => !shown.has(id));
  await markImagesDeleted(writer, replaced);
  return { images, replaced };
}

/** The pages with their descriptions. */
export const describedImages = (
  [first, second]: ShownPages,
  [ofFirst, ofSecond]: readonly [string, string],
): StoredPost["images"] => [
  { ...first, description: ofFirst },
  { ...second, description: ofSecond },
];
