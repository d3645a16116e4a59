import type { DocumentPage } from "#core/records/candidate-record.ts";
import { type FieldProblem, PortalError } from "#core/errors.ts";
import { imageOfPage, isImageId } from "#core/images/image-id.ts";
import type { StoredPost } from "#core/posts/post.ts";
import type { Actor } from "#core/staff/actor.ts";
import { mayAttachImage } from "#core/staff/permissions.ts";
import type { Writer } from "#storage/database/database.ts";
import { type ImageRow, imagesForChange, imagesOfPost, updateImages } from "#storage/database/images.ts";
import { markImagesDeleted } from "../images/remove-images.ts";
import { keyOfUpload, type OpenedUpload, openUpload, wrapUnderOwner } from "../images/stored-image.ts";
import type { Portal } from "../portal.ts";

/** The two pages that a post shows. */
type ShownPages = readonly [DocumentPage, DocumentPage];

type PostWithKey = { id: string; key: Buffer; images: ShownPages | null };

/** An upload for each of the two places; null where the image stays. */
export type PostImageChanges = readonly [string | null, string | null];

type AttachedImages = { images: ShownPages; replaced: ImageRow[] };

/**
 * Makes uploads the images of a post, within its transaction: the first page of each. Images that the post no longer
 * shows are marked as deleted; the caller deletes their blobs after the transaction.
 */
export async function attachPostImages(
  portal: Portal,
  writer: Writer,
  actor: Actor,
  post: PostWithKey,
  changes: PostImageChanges,
): Promise<AttachedImages> {
  const uploads = await uploadsOf(portal, writer, actor, post, changes);
  const pageAt = (place: 0 | 1): DocumentPage => {
    const id = changes[place];
    const page = id === null ? post.images?.[place] : (uploads.get(id)?.facts.pages[0] ?? ownPage(post, id));
    if (!page) throw new PortalError("invalid", { fields: { [`images.${place}`]: "image-gone" } });
    return page;
  };
  const images: ShownPages = [pageAt(0), pageAt(1)];
  for (const [id, { key }] of uploads) {
    const wrapped_key = wrapUnderOwner(post.key, id, key);
    await updateImages(writer, [id], { state: "kept", post_id: post.id, key_set: null, wrapped_key });
  }
  const shown = new Set(images.map(({ image }) => imageOfPage(image)));
  const replaced = (await imagesOfPost(writer, post.id)).filter(({ id }) => !shown.has(id));
  await markImagesDeleted(writer, replaced);
  return { images, replaced };
}

/** An image that the post shows already may be given again, in either place. */
const ownPage = ({ images }: PostWithKey, id: string) => images?.find(({ image }) => imageOfPage(image) === id);

/** The uploads among the changes, each of which this actor may attach. */
async function uploadsOf(
  portal: Portal,
  writer: Writer,
  actor: Actor,
  post: PostWithKey,
  changes: PostImageChanges,
): Promise<Map<string, OpenedUpload>> {
  const ids = changes.filter((id) => id !== null);
  const wanted = new Set(ids.filter((id) => isImageId(id) && !ownPage(post, id)));
  const rows = await imagesForChange(portal.database, writer, [...wanted]);
  const uploads = new Map(
    rows
      .filter((row) => row.state === "waiting" && mayAttachImage(actor, row))
      .map((row) => [row.id, opened(portal, row)] as const),
  );
  const fields: Record<string, FieldProblem> = {};
  for (const [place, id] of changes.entries()) {
    if (id !== null && !uploads.has(id) && !ownPage(post, id)) fields[`images.${place}`] = "image-gone";
  }
  if (Object.keys(fields).length > 0) throw new PortalError("invalid", { fields });
  return uploads;
}

function opened(portal: Portal, row: ImageRow): OpenedUpload {
  const upload = openUpload(row, keyOfUpload(portal, row));
  if (!upload) throw new Error("an image that may be attached has no key");
  return upload;
}

/** The pages with their descriptions. */
export const describedImages = (
  [first, second]: ShownPages,
  [ofFirst, ofSecond]: readonly [string, string],
): StoredPost["images"] => [
  { ...first, description: ofFirst },
  { ...second, description: ofSecond },
];
