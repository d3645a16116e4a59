import { randomUUID } from "node:crypto";
import { detailsOfChange } from "#core/audit/audit-event.ts";
import { PortalError } from "#core/errors.ts";
import { imageOfPage } from "#core/images/image-id.ts";
import { parsePost, type StoredPost, parsePostUpdate } from "#core/posts/post.ts";
import { type Actor, actorId } from "#core/accounts/actor.ts";
import { authorize, mayWritePosts, requireRecentProof } from "#core/accounts/permissions.ts";
import { newDataKey, wrapKey } from "#sealing/data-keys.ts";
import type { Writer } from "#storage/database/database.ts";
import { deletePageDrafts } from "#storage/database/records/drafts.ts";
import { imagesOfPost, markImagesDeleted } from "#storage/database/records/images.ts";
import type { PostRow } from "#storage/database/posts.ts";
import { insertRow, updateRow, deleteRow, rowForChange } from "#storage/database/rows.ts";
import { inTransaction, type Within } from "#storage/database/transaction.ts";
import { logAuditEvent } from "../portal/log-audit-event.ts";
import { noteDeletion } from "../backups/write-ledger.ts";
import { attach, lockUploads } from "../images/attach-images.ts";
import { deleteMarkedImages } from "../images/remove-images.ts";
import {
  changeFields,
  changeLocked,
  type ChangeTarget,
  presentRow,
  type VersionedEntity,
} from "../portal/locked-change.ts";
import type { Portal } from "../portal/portal.ts";
import { refuseEnded } from "../portal/still-signed-in.ts";
import { postRow, storedPost } from "./read-posts.ts";

export async function addPost(portal: Portal, actor: Actor, input: unknown): Promise<StoredPost> {
  authorize(mayWritePosts(actor), actor);
  const { images: uploads, descriptions, ...words } = parsePost(input);
  const id = randomUUID();
  const dataKey = newDataKey(portal.keyring, id);
  return inTransaction(portal, async (within, writer) => {
    await refuseEnded(writer, actor);
    const empty = { id, key: dataKey.key, images: null };
    const images = await attachPostImages(within, writer, actor, empty, { images: uploads, descriptions });
    const now = portal.now();
    const by = actorId(actor);
    const dates = { addedAt: now, addedBy: by, changedAt: now, changedBy: by };
    const added: StoredPost = { id, ...words, images, ...dates, version: 1 };
    await insertRow(writer, "post", postRow(portal, added, dataKey));
    const details = detailsOfChange<StoredPost>({}, added);
    const event = { actor, action: "post-added", subject: "post", subjectId: id, details } as const;
    await logAuditEvent(portal, writer, event, dataKey.key);
    return added;
  });
}

const postEntity: VersionedEntity<PostRow, StoredPost> = {
  subject: "post",
  lock: async (portal, writer, id) => presentRow(portal, await rowForChange(portal.database, writer, "post", id)),
  open: storedPost,
  save: async (portal, writer, { after, key }, event) => {
    const wrapped = wrapKey(portal.keyring, after.id, key);
    await updateRow(writer, "post", after.id, postRow(portal, after, { key, wrapped }));
    await logAuditEvent(portal, writer, event, key);
    return after;
  },
  stamp: ({ now }, actor) => ({ changedAt: now(), changedBy: actorId(actor) }),
};

/** Updates a post. An image that was not chosen again stays. */
export async function updatePost(portal: Portal, actor: Actor, target: ChangeTarget, input: unknown) {
  authorize(mayWritePosts(actor), actor);
  const { images: changes, descriptions, ...words } = parsePostUpdate(input);
  const { modified, after } = await changeFields(portal, actor, postEntity, target, {
    apply: async (before, { within, writer, key }) => {
      const [first, second] = before.images;
      const shown = {
        images: changes,
        descriptions: descriptions ?? ([first.description, second.description] as const),
      };
      return { ...words, images: await attachPostImages(within, writer, actor, { ...before, key }, shown) };
    },
    action: "post-edited",
  });
  return { modified, post: after };
}

export async function deletePost(portal: Portal, actor: Actor, target: ChangeTarget): Promise<{ deleted: 1 }> {
  authorize(mayWritePosts(actor), actor);
  requireRecentProof(actor);
  await changeLocked(portal, actor, postEntity, target, async ({ within, writer, row, log }) => {
    const deleted = await imagesOfPost(writer, row.id);
    await markImagesDeleted(writer, deleted);
    await deleteRow(writer, "post", row.id);
    await deletePageDrafts(writer, [`post:${row.id}`]);
    await noteDeletion(within, writer, "post", row.id);
    await log("post-deleted", {});
    await deleteMarkedImages(within, deleted);
  });
  await portal.database.forgetDeleted();
  return { deleted: 1 };
}

type PostWithKey = { id: string; key: Buffer; images: StoredPost["images"] | null };

type PostImages = {
  /** An upload for each of the two places. Null if the image there stays. */
  images: readonly [string | null, string | null];
  descriptions: readonly [string, string];
};

/**
 * Makes uploads the images of a post, within its transaction: the first page of each. An image that the post already
 * shows may be given again, in either place. Images that the post no longer shows are deleted.
 */
async function attachPostImages(
  portal: Within<Portal>,
  writer: Writer,
  actor: Actor,
  post: PostWithKey,
  { images: changes, descriptions }: PostImages,
) {
  const own = await imagesOfPost(writer, post.id);
  const fields = changes.map((id, place) => [`images.${place}`, id] as const);
  const uploads = await lockUploads(portal, writer, actor, fields, own);
  const pageAt = (place: 0 | 1) => {
    const id = changes[place];
    const upload = uploads.find(({ row }) => row.id === id);
    const page = upload?.facts.pages[0] ?? post.images?.find(({ image }) => imageOfPage(image) === id);
    const shown = id === null ? post.images?.[place] : page;
    if (!shown) throw new PortalError("invalid", { fields: { [`images.${place}`]: "image-gone" } });
    return { ...shown, description: descriptions[place] };
  };
  const images: StoredPost["images"] = [pageAt(0), pageAt(1)];
  for (const upload of uploads) await attach(writer, { post_id: post.id }, post.key, upload);
  const shown = new Set(images.map(({ image }) => imageOfPage(image)));
  const replaced = own.filter(({ id }) => !shown.has(id));
  await markImagesDeleted(writer, replaced);
  await deleteMarkedImages(portal, replaced);
  return images;
}
