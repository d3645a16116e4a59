import { type ErrorId, isPortalError } from "#core/errors.ts";
import type { FileOfForm, FileReceiver } from "#core/images/form-with-files.ts";
import { isImageId } from "#core/images/image-id.ts";
import type { Actor } from "#core/staff/actor.ts";
import { discardImage } from "#operations/images/leaving-images.ts";
import { receiveImage, type ReceivedImage } from "#operations/images/receive-image.ts";
import type { PostPlace } from "./shown-post.ts";
import type { Visit } from "../../frame/visit.server.ts";

/** What a post form sent. */
export type PostedPost = {
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
export async function readPostForm(visit: Visit, actor: Actor, request: Request): Promise<PostedPost> {
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
