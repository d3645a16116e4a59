import { detailsOfChange } from "#core/audit/audit-event.ts";
import { PortalError } from "#core/errors.ts";
import { parsePostUpdate, type StoredPost } from "#core/posts/post.ts";
import { type Actor, actorId } from "#core/staff/actor.ts";
import { mayWritePosts, authorize } from "#core/staff/permissions.ts";
import { wrapKey } from "#sealing/data-keys.ts";
import { postForChange, updatePost } from "#storage/database/posts.ts";
import type { ImageRow } from "#storage/database/images.ts";
import { logAuditEvent } from "../audit/log-audit-event.ts";
import { removeLeavingImages } from "../images/leaving-images.ts";
import type { Portal } from "../portal.ts";
import { postKey, postRow, storedPost } from "./stored-post.ts";
import { describedImages, takePostImages } from "./take-post-images.ts";

/** Which post, and the version that the change was made from, where the door knows it. */
export type PostTarget = { id: string; expectedVersion?: number | undefined };

export type PostChanged = { modified: 0 | 1; post: StoredPost };

/** Writes a post anew. An image that was not chosen again stays. */
export async function editPost(
  portal: Portal,
  actor: Actor,
  { id, expectedVersion }: PostTarget,
  input: unknown,
): Promise<PostChanged> {
  authorize(mayWritePosts(actor), actor);
  const { title, text, images: given, descriptions } = parsePostUpdate(input);
  let leaving: ImageRow[] = [];
  const changed = await portal.database.write(async (writer): Promise<PostChanged> => {
    const row = await postForChange(portal.database, writer, id);
    if (!row || row.registry !== portal.registry) throw new PortalError("not-found");
    if (expectedVersion !== undefined && expectedVersion !== row.version) throw new PortalError("stale");
    const before = storedPost(row);
    const key = postKey(portal, row);
    const taken = await takePostImages(portal, writer, actor, { id, key, images: before.images }, given);
    leaving = taken.leaving;
    const [first, second] = before.images;
    const images = describedImages(taken.images, descriptions ?? [first.description, second.description]);
    const wanted = { ...before, title, text, images };
    const details = detailsOfChange<StoredPost>(before, wanted);
    if (Object.keys(details).length === 0) return { modified: 0, post: before };
    const after = { ...wanted, changedAt: portal.now(), changedBy: actorId(actor), version: before.version + 1 };
    await updatePost(writer, id, postRow(portal, after, wrapKey(portal.keyring, id, key)));
    const event = { actor, action: "post-edited", subject: "post", subjectId: id, details } as const;
    await logAuditEvent(portal, writer, event, key);
    return { modified: 1, post: after };
  });
  await removeLeavingImages(portal, leaving);
  return changed;
}
