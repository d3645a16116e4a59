import { data } from "react-router";
import { isPortalError } from "#core/errors.ts";
import { imageOfPage } from "#core/images/image-id.ts";
import type { StoredPost } from "#core/posts/post.ts";
import type { Actor } from "#core/staff/actor.ts";
import type { FlashMessageId } from "../frame/flash-messages.ts";
import { postList, type PostPlace, type PostResult, type ShownPost, type ShownPostImage } from "./shown-post.ts";
import { knownVisitor } from "../../account/server/known-visitor.server.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { failureOf } from "../../frame/submit-form.server.ts";
import type { Visit } from "../../frame/visit.server.ts";
import { redirectInApp } from "../frame/redirect-in-app.server.ts";
import { type PostedPost, readPostForm } from "./read-post-form.server.ts";

type Save = {
  save: (actor: Actor, posted: PostedPost) => Promise<unknown>;
  /** What the list says when it is saved. */
  flash: FlashMessageId;
  /** The post as it is now, where there is one. */
  stored?: (actor: Actor) => Promise<StoredPost>;
};

/** Saves a post as the form has it; else the form comes back with all that was typed and every file that is here. */
export async function answerPostForm(visit: Visit, request: Request, { save, flash, stored }: Save) {
  const { actor } = await knownVisitor(visit);
  const posted = await orErrorPage(visit, () => readPostForm(visit, actor, request));
  const { lost } = posted;
  const at = visit.portal.now();
  try {
    if (lost.some((problem) => problem !== null)) {
      const values = postAgain(posted, await stored?.(actor));
      return data<PostResult>({ values, lost, problem: null, fields: {}, at }, 400);
    }
    await save(actor, posted);
    return redirectInApp(postList, flash);
  } catch (error) {
    if (isPortalError(error) && error.id === "not-found") return redirectInApp(postList, "post-gone");
    const { status, ...refusal } = failureOf(visit, error);
    const now = stored && isPortalError(error) ? await orErrorPage(visit, () => stored(actor)) : undefined;
    return data<PostResult>({ ...refusal, values: postAgain(posted, now, refusal), lost, at }, status);
  }
}

/** What was sent, with the images of the post where no other came. */
function postAgain(
  posted: PostedPost,
  stored?: StoredPost,
  refusal?: Pick<PostResult, "problem" | "fields">,
): ShownPost {
  const image = (place: PostPlace): ShownPostImage | null => {
    const id = refusal?.fields[`images.${place}`] === "image-gone" ? "" : posted.images[place];
    return id ? { id, isStored: false } : (stored && storedImage(stored, place)) || null;
  };
  const { title, text, descriptions, version } = posted;
  const isStale = refusal?.problem === "stale";
  const images = [image(0), image(1)] as const;
  return { title, text, images, descriptions, version: isStale && stored ? String(stored.version) : version };
}

/** A post as it is, for its form. */
export const shownPost = (post: StoredPost): ShownPost => ({
  title: post.title,
  text: post.text,
  images: [storedImage(post, 0), storedImage(post, 1)],
  descriptions: [post.images[0].description, post.images[1].description],
  version: String(post.version),
});

function storedImage({ images }: StoredPost, place: PostPlace): ShownPostImage | null {
  const id = imageOfPage(images[place].image);
  return id === null ? null : { id, isStored: true };
}
