import { PortalError } from "#core/errors.ts";
import type { Actor } from "#core/staff/actor.ts";
import { mayWritePosts, authorize, requireRecentProof } from "#core/staff/permissions.ts";
import { imagesOfPost } from "#storage/database/images.ts";
import { deletePost as deleteRow, postForChange } from "#storage/database/posts.ts";
import { logAuditEvent } from "../audit/log-audit-event.ts";
import { letGoOf, removeLeavingImages } from "../images/leaving-images.ts";
import type { Portal } from "../portal.ts";
import type { PostTarget } from "./edit-post.ts";
import { postKey } from "./stored-post.ts";

/** Takes a post away for good, and its images with it. */
export async function deletePost(
  portal: Portal,
  actor: Actor,
  { id, expectedVersion }: PostTarget,
): Promise<{ deleted: 1 }> {
  authorize(mayWritePosts(actor), actor);
  requireRecentProof(actor);
  const leaving = await portal.database.write(async (writer) => {
    const row = await postForChange(portal.database, writer, id);
    if (!row || row.registry !== portal.registry) throw new PortalError("not-found");
    if (expectedVersion !== undefined && expectedVersion !== row.version) throw new PortalError("stale");
    const images = await imagesOfPost(writer, id);
    await letGoOf(
      writer,
      images.map((image) => image.id),
    );
    await deleteRow(writer, id);
    const event = { actor, action: "post-deleted", subject: "post", subjectId: id, details: {} } as const;
    await logAuditEvent(portal, writer, event, postKey(portal, row));
    return images;
  });
  await removeLeavingImages(portal, leaving);
  await portal.database.forgetDeleted();
  return { deleted: 1 };
}
