import { data } from "react-router";
import { isPortalError } from "#core/errors.ts";
import { imageOfPage } from "#core/images/image-id.ts";
import type { StoredPost } from "#core/posts/post.ts";
import { noteFormOfGone } from "../../frame/form-of-gone.server.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { failureOf } from "../../frame/submit-form.server.ts";
import { pages } from "../../pages.ts";
import type { FlashMessageId } from "../../frame/flash/flash-messages.ts";
import type { KnownVisit } from "../frame/read-page.server.ts";
import { redirectInApp } from "../../frame/redirect-in-app.server.ts";
import { draftFields } from "../page-draft/autosave.ts";
import { endDraftOf } from "../page-draft/page-draft.server.ts";
import { newUpload, readFormWithFiles, shownFiles } from "../uploads/posted-files.server.ts";
import { postPlaces, type PostResult, type ShownPost } from "./shown-post.ts";

type Save = {
  /** `images` are the ids of uploads; "" if none was chosen. */
  save: (typed: Omit<ShownPost, "images"> & { images: readonly [string, string] }) => Promise<unknown>;
  flash: FlashMessageId;
  stored?: () => Promise<StoredPost>;
};

/** Saves the post from the form. On a problem, the form comes back with all typed values and every received file. */
export async function answerPostForm(
  { visit, actor }: Pick<KnownVisit, "visit" | "actor">,
  request: Request,
  { save, flash, stored }: Save,
) {
  const { fields, images, lost } = await orErrorPage(visit, () => readFormWithFiles(visit, actor, request, postPlaces));
  const typed = typedIn(fields);
  const at = visit.portal.now();
  /** The sent values, with the stored images of the post where no new image was sent. */
  const shownAgain = (now: StoredPost | undefined, gone: readonly string[] = []): ShownPost => ({
    ...typed,
    images: shownFiles(postPlaces, (place) => {
      const ids = gone.includes(`images.${place}`) ? undefined : images[place];
      return ids ? ids.map((id) => newUpload(id)) : now && shownPost(now).images[place];
    }),
  });
  try {
    if (lost.length > 0) {
      const values = shownAgain(await stored?.());
      return data<PostResult>({ values, lost, problem: null, fields: {}, at }, 400);
    }
    await save({ ...typed, images: [images["0"]?.at(-1) ?? "", images["1"]?.at(-1) ?? ""] });
    await endDraftOf(visit.portal, actor, fields.get(draftFields.name));
    return redirectInApp(pages.posts.path, flash);
  } catch (error) {
    const { status, ...refusal } = failureOf(visit, error);
    const isThere = isPortalError(error) && error.id !== "not-found";
    if (!isThere) noteFormOfGone(visit, { title: typed.title });
    const now = stored && isThere ? await orErrorPage(visit, stored) : undefined;
    const gone = Object.keys(refusal.fields).filter((field) => refusal.fields[field] === "image-gone");
    const values = shownAgain(now, gone);
    if (refusal.problem === "stale" && now) values.version = String(now.version);
    return data<PostResult>({ ...refusal, values, lost, at }, status);
  }
}

function typedIn(fields: URLSearchParams): Omit<ShownPost, "images"> {
  const typed = (name: string) => fields.get(name) ?? "";
  return {
    title: typed("title"),
    text: typed("text"),
    banglaTitle: typed("banglaTitle"),
    banglaText: typed("banglaText"),
    descriptions: [typed("description.0"), typed("description.1")],
    version: typed("version"),
  };
}

export const shownPost = ({ title, text, banglaTitle, banglaText, images, version }: StoredPost): ShownPost => ({
  title,
  text,
  banglaTitle,
  banglaText,
  images: shownFiles(postPlaces, (place) => {
    const id = imageOfPage(images[place === "0" ? 0 : 1].image);
    return id === null ? undefined : [{ ...newUpload(id), isStored: true }];
  }),
  descriptions: [images[0].description, images[1].description],
  version: String(version),
});
