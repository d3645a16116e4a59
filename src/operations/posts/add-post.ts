import { randomUUID } from "node:crypto";
import { detailsOfChange } from "#core/audit/audit-event.ts";
import { parsePost, type StoredPost } from "#core/posts/post.ts";
import { type Actor, actorId } from "#core/staff/actor.ts";
import { authorize, mayWritePosts } from "#core/staff/permissions.ts";
import { newDataKey } from "#sealing/data-keys.ts";
import { insertPost } from "#storage/database/posts.ts";
import { logAuditEvent } from "../audit/log-audit-event.ts";
import { deleteMarkedImages } from "../images/remove-images.ts";
import type { Portal } from "../portal.ts";
import { attachPostImages, describedImages } from "./attach-post-images.ts";
import { postRow } from "./stored-post.ts";

/** Publishes a post at once. */
export async function addPost(portal: Portal, actor: Actor, input: unknown): Promise<StoredPost> {
  authorize(mayWritePosts(actor), actor);
  const { title, text, images: uploads, descriptions } = parsePost(input);
  const id = randomUUID();
  const dataKey = newDataKey(portal.keyring, id);
  const { post, replaced } = await portal.database.write(async (writer) => {
    const attached = await attachPostImages(portal, writer, actor, { id, key: dataKey.key, images: null }, uploads);
    const now = portal.now();
    const by = actorId(actor);
    const dates = { addedAt: now, addedBy: by, changedAt: now, changedBy: by };
    const images = describedImages(attached.images, descriptions);
    const added: StoredPost = { id, title, text, images, ...dates, version: 1 };
    await insertPost(writer, postRow(portal, added, dataKey.wrapped));
    const details = detailsOfChange<StoredPost>({}, added);
    const event = { actor, action: "post-added", subject: "post", subjectId: id, details } as const;
    await logAuditEvent(portal, writer, event, dataKey.key);
    return { post: added, replaced: attached.replaced };
  });
  await deleteMarkedImages(portal, replaced);
  return post;
}
