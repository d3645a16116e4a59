import { type ErrorId, isPortalError } from "#core/errors.ts";
import type { FileReceiver } from "#core/images/form-with-files.ts";
import { isImageId } from "#core/images/image-id.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { discardImage } from "#operations/images/remove-images.ts";
import { receiveImage, type ReceivedImage } from "#operations/images/receive-image.ts";
import { fieldsIn, isMultipart } from "../../frame/read-form.server.ts";
import type { Visit } from "../../frame/visit.server.ts";
import { longestName, type ShownUpload } from "./upload-list.ts";

export type PostedFiles<Kind extends string> = {
  /**
   * The ids of uploads, in the order of the pages: the earlier uploads, or files that were sent with the form instead.
   */
  images: Partial<Record<Kind, string[]>>;
  /** The names of the files, by the ids of their uploads. */
  names: Record<string, string>;
  /** Files that were sent with the form and could not be kept. */
  lost: { kind: Kind; name: string; problem: ErrorId }[];
};

export async function readFormWithFiles<Kind extends string>(
  visit: Visit,
  actor: Actor,
  request: Request,
  kinds: readonly Kind[],
): Promise<PostedFiles<Kind> & { fields: URLSearchParams }> {
  if (!isMultipart(request)) return postedUploads(await fieldsIn(request), kinds);
  const { fields, files } = await visit.readUploads(request, receiverFor(visit, actor, request, kinds));
  const posted = postedUploads(fields, kinds);
  for (const kind of kinds) {
    const sent: string[] = [];
    for (const { name, outcome } of files.filter(({ field }) => field === fileField(kind))) {
      if ("done" in outcome) {
        sent.push(outcome.done.id);
        posted.names[outcome.done.id] = name.slice(0, longestName);
      } else {
        visit.report(outcome.failed);
        posted.lost.push({ kind, name, problem: isPortalError(outcome.failed) ? outcome.failed.id : "internal" });
      }
    }
    if (sent.length > 0) posted.images[kind] = sent;
  }
  return posted;
}

/** Returns the uploads that the fields of a form name. */
export function postedUploads<Kind extends string>(fields: URLSearchParams, kinds: readonly Kind[]) {
  const posted: PostedFiles<Kind> & { fields: URLSearchParams } = { fields, images: {}, names: {}, lost: [] };
  for (const kind of kinds) {
    const there = fields.getAll(`image.${kind}`).filter(isImageId);
    if (there.length > 0) posted.images[kind] = there;
  }
  for (const [field, name] of fields) {
    const [, id = ""] = /^name\.(.+)$/.exec(field) ?? [];
    if (isImageId(id)) posted.names[id] = name.slice(0, longestName);
  }
  return posted;
}

const receiverFor = (
  { portal }: Visit,
  actor: Actor,
  { signal }: Request,
  kinds: readonly string[],
): FileReceiver<ReceivedImage> => ({
  takes: (field) => kinds.some((kind) => field === fileField(kind)),
  skipsNameless: true,
  files: kinds.length,
  receive: (bytes, field) =>
    receiveImage(portal, actor, { bytes, use: field === fileField("photo") ? "portrait" : "paper", signal }),
  discard: ({ id }) => discardImage(portal, id),
});

const fileField = (kind: string) => `file.${kind}`;

/** An upload that no record or post has stored yet, as a form shows it. */
export const newUpload = (id: string, pages = 1, name = ""): ShownUpload => ({
  id,
  name,
  pages,
  isStored: false,
  isTakenAway: false,
});

/** Returns the files that a form shows of each kind. Kinds without files are left out. */
export function shownFiles<Kind extends string>(
  kinds: readonly Kind[],
  shown: (kind: Kind) => ShownUpload[] | undefined,
): Partial<Record<Kind, ShownUpload[]>> {
  const files: Partial<Record<Kind, ShownUpload[]>> = {};
  for (const kind of kinds) {
    const found = shown(kind) ?? [];
    if (found.length > 0) files[kind] = found;
  }
  return files;
}
