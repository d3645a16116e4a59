import { data } from "react-router";
import { type ErrorId, isPortalError } from "#core/errors.ts";
import type { FileOfForm, FileReceiver } from "#core/images/form-with-files.ts";
import { imageOfPage, isImageId } from "#core/images/image-id.ts";
import type { StoredPost } from "#core/posts/post.ts";
import type { Actor } from "#core/staff/actor.ts";
import { discardImage } from "#operations/images/remove-images.ts";
import { receiveImage, type ReceivedImage } from "#operations/images/receive-image.ts";
import type { FlashMessageId } from "../frame/flash-messages.ts";
import type { PostPlace, PostResult, ShownPost, ShownPostImage } from "./shown-post.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { failureOf } from "../../frame/submit-form.server.ts";
import type { Visit } from "../../frame/visit.server.ts";
import { pages } from "../../pages.ts";
import { redirectInApp } from "../frame/redirect-in-app.server.ts";

type Save = {
  visit: Visit;
  actor: Actor;
  save: (posted: PostedPost) => Promise<unknown>;
  /** What the list says when it is saved. */
  flash: FlashMessageId;
  /** The post as it is now, where there is one. */
  stored?: () => Promise<StoredPost>;
};

/** Saves a post as the form has it; else the form comes back with all that was typed and every file that is here. */
export async function answerPostForm(request: Request, { visit, actor, save, flash, stored }: Save) {
  const posted = await orErrorPage(visit, () => readPostForm(visit, actor, request));
  const { lost } = posted;
  const at = visit.portal.now();
  try {
    if (lost.some((problem) => problem !== null)) {
      const values = postAgain(posted, await stored?.());
      return data<PostResult>({ values, lost, problem: null, fields: {}, at }, 400);
    }
    await save(posted);
    return redirectInApp(pages.posts.path, flash);
  } catch (error) {
    if (isPortalError(error) && error.id === "not-found") return redirectInApp(pages.posts.path, "post-gone");
    const { status, ...refusal } = failureOf(visit, error);
    const now = stored && isPortalError(error) ? await orErrorPage(visit, stored) : undefined;
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

/** What a post form sent. */
type PostedPost = {
  title: string;
  text: string;
  /** Uploads; "" where none was chosen. */
  images: [string, string];
  descriptions: [string, string];
  /** Why a file that came along is not here. */
  lost: [ErrorId | null, ErrorId | null];
  version: string;
};

/** The files that it brings are uploads from then on. */
async function readPostForm(visit: Visit, actor: Actor, request: Request): Promise<PostedPost> {
  const { fields, files } = await visit.readUploads(request, receiverFor(visit, actor, request));
  for (const { outcome } of files) if ("failed" in outcome) visit.report(outcome.failed);
  return {
    title: fields.get("title") ?? "",
    text: fields.get("text") ?? "",
    images: [imageAt(0, fields, files), imageAt(1, fields, files)],
    descriptions: [fields.get("description.0") ?? "", fields.get("description.1") ?? ""],
    lost: [lostAt(0, files), lostAt(1, files)],
    version: fields.get("version") ?? "",
  };
}

const receiverFor = ({ portal }: Visit, actor: Actor, { signal }: Request): FileReceiver<ReceivedImage> => ({
  takes: (field) => field === fileAt(0) || field === fileAt(1),
  skipsNameless: true,
  receive: (bytes) => receiveImage(portal, actor, { bytes, use: "paper", signal }),
  discard: ({ id }) => discardImage(portal, id),
});

const fileAt = (place: PostPlace) => `file.${place}`;

type Files = readonly FileOfForm<ReceivedImage>[];

const outcomeAt = (place: PostPlace, files: Files) => files.findLast(({ field }) => field === fileAt(place))?.outcome;

/** A file that came along, else one that had come before. */
function imageAt(place: PostPlace, fields: URLSearchParams, files: Files): string {
  const outcome = outcomeAt(place, files);
  if (outcome && "done" in outcome) return outcome.done.id;
  const before = fields.get(`image.${place}`) ?? "";
  return isImageId(before) ? before : "";
}

function lostAt(place: PostPlace, files: Files): ErrorId | null {
  const outcome = outcomeAt(place, files);
  if (!outcome || "done" in outcome) return null;
  return isPortalError(outcome.failed) ? outcome.failed.id : "internal";
}
