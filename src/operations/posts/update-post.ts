import { parsePostUpdate, type StoredPost } from "#core/posts/post.ts";
import { type Actor, actorId } from "#core/staff/actor.ts";
import { authorize, mayWritePosts, requireRecentProof } from "#core/staff/permissions.ts";
import { wrapKey } from "#sealing/data-keys.ts";
import { imagesOfPost } from "#storage/database/images.ts";
import {
  deletePost as deleteRow,
  postForChange,
  type PostRow,
  updatePost as updateRow,
} from "#storage/database/posts.ts";
import { deleteMarkedImages, type MarkedImage, markImagesDeleted } from "../images/remove-images.ts";
import { changeFields, changeLocked, type ChangeTarget, presentRow, type VersionedEntity } from "../locked-change.ts";
import type { Portal } from "../portal.ts";
import { attachPostImages, describedImages } from "./attach-post-images.ts";
import { postRow, storedPost } from "./stored-post.ts";

const postEntity: VersionedEntity<PostRow, StoredPost> = {
  subject: "post",
  lock: async (portal, writer, id) => presentRow(portal, await postForChange(portal.database, writer, id)),
  open: (_, row) => storedPost(row),
  save: async (portal, writer, post, key) =>
    updateRow(writer, post.id, postRow(portal, post, wrapKey(portal.keyring, post.id, key))),
  stamp: ({ now }, actor) => ({ changedAt: now(), changedBy: actorId(actor) }),
};

export type PostChanged = { modified: 0 | 1; post: StoredPost };

/** Updates a post. An image that was not chosen again stays. */
export async function updatePost(
  portal: Portal,
  actor: Actor,
  target: ChangeTarget,
  input: unknown,
): Promise<PostChanged> {
  authorize(mayWritePosts(actor), actor);
  const { title, text, images: changes, descriptions } = parsePostUpdate(input);
  let replaced: readonly MarkedImage[] = [];
  const { modified, after } = await changeFields(portal, actor, postEntity, target, {
    apply: async ({ id, images: before }, { writer, key }) => {
      const attached = await attachPostImages(portal, writer, actor, { id, key, images: before }, changes);
      replaced = attached.replaced;
      const described = descriptions ?? [before[0].description, before[1].description];
      return { title, text, images: describedImages(attached.images, described) };
    },
    action: "post-edited",
  });
  await deleteMarkedImages(portal, replaced);
  return { modified, post: after };
}

/** Deletes a post and its images. */
export async function deletePost(portal: Portal, actor: Actor, target: ChangeTarget): Promise<{ deleted: 1 }> {
  authorize(mayWritePosts(actor), actor);
  requireRecentProof(actor);
  const images = await changeLocked(portal, actor, postEntity, target, async ({ writer, row, log }) => {
    const deleted = await imagesOfPost(writer, row.id);
    await markImagesDeleted(writer, deleted);
    await deleteRow(writer, row.id);
    await log("post-deleted", {});
    return deleted;
  });
  await deleteMarkedImages(portal, images);
  await portal.database.forgetDeleted();
  return { deleted: 1 };
}
