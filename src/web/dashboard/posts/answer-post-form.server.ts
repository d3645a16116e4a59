import { data } from "react-router";
import { type FieldProblems, isPortalError } from "#core/errors.ts";
import { imageOfPage } from "#core/images/image-id.ts";
import type { StoredPost } from "#core/posts/post.ts";
import type { Actor } from "#core/staff/actor.ts";
import type { FlashMessageId } from "../frame/flash-messages.ts";
import type { PostPlace, RefusedPost, ShownPost, ShownPostImage } from "./shown-post.ts";
import { knownVisitor } from "../../account/server/known-visitor.server.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import type { Visit } from "../../frame/visit.server.ts";
import { redirectInApp } from "../frame/redirect-in-app.server.ts";
import { type PostedPost, readPostForm } from "./read-post-form.server.ts";

export const postList = "/dashboard/Posts";

type Save = {
  save: (actor: Actor, posted: PostedPost) => Promise<unknown>;
  /** What is told when it is saved. */
  told: FlashMessageId;
  /** The post as it is now, where there is one. */
  stored?: (actor: Actor) => Promise<StoredPost>;
};

/** Saves a post as the form has it; else the form comes back with all that was typed and every file that is here. */
export async function answerPostForm(visit: Visit, request: Request, { save, told, stored }: Save) {
  const { actor } = await knownVisitor(visit);
  const posted = await orErrorPage(visit, () => readPostForm(visit, actor, request));
  try {
    if (posted.lost.some((problem) => problem !== null)) return comesBack(posted, await stored?.(actor), {});
    await save(actor, posted);
    return redirectInApp(postList, told);
  } catch (error) {
    if (isPortalError(error) && error.id === "not-found") return redirectInApp(postList, "post-gone");
    visit.report(error);
    if (!isPortalError(error)) return comesBack(posted, undefined, { problem: "failed", status: 500 });
    const isStale = error.id === "stale";
    const problem = isStale ? "stale" : error.fields ? null : "failed";
    const now = stored && (await orErrorPage(visit, () => stored(actor)));
    return comesBack(posted, now, { fields: error.fields ?? {}, problem, status: error.status });
  }
}

type Why = { fields?: FieldProblems; problem?: RefusedPost["problem"]; status?: number };

function comesBack(
  posted: PostedPost,
  stored: StoredPost | undefined,
  { fields = {}, problem = null, status = 400 }: Why,
) {
  const image = (place: PostPlace): ShownPostImage | null => {
    const id = fields[`images.${place}`] === "image-gone" ? "" : posted.images[place];
    return id ? { id, isStored: false } : (stored && storedImage(stored, place)) || null;
  };
  const post: ShownPost = {
    title: posted.title,
    text: posted.text,
    images: [image(0), image(1)],
    descriptions: posted.descriptions,
    version: problem === "stale" && stored ? String(stored.version) : posted.version,
  };
  return data<RefusedPost>({ post, fields, lost: posted.lost, problem }, { status });
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

export const emptyPost: ShownPost = { title: "", text: "", images: [null, null], descriptions: ["", ""], version: "" };
