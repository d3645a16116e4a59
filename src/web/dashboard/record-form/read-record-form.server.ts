import type { Particulars } from "#core/records/candidate-record.ts";
import { type DocumentKind, documentKinds } from "#core/records/document-kinds.ts";
import { type ErrorId, isPortalError } from "#core/errors.ts";
import type { FileOfForm, FileReceiver } from "#core/images/form-with-files.ts";
import { isImageId } from "#core/images/image-id.ts";
import type { Actor } from "#core/staff/actor.ts";
import { discardImage } from "#operations/images/leaving-images.ts";
import { receiveImage, type ReceivedImage } from "#operations/images/receive-image.ts";
import { type LostFile, noParticulars, particularNames } from "./shown-form.ts";
import { readFields } from "../../frame/read-form.server.ts";
import type { Visit } from "../../frame/visit.server.ts";

/** What came of a form with which records are added and updated. */
export type PostedForm = {
  /** The button that sent it, in words divided by spaces. */
  does: string[];
  name: string;
  /** Which opened page it came from; "" where that does not matter. */
  opening: string;
  /** What the page was filled with: of the record, or of the draft. */
  version: number | undefined;
  particulars: Particulars;
  /** Scans that the site has, by what they are to be. */
  images: Partial<Record<DocumentKind, string>>;
  loose: string[];
  takenAway: DocumentKind[];
  lost: LostFile[];
};

/** Reads the form whether or not it brings files. Those that it brings are uploads from then on. */
export async function readRecordForm(visit: Visit, actor: Actor, request: Request): Promise<PostedForm> {
  const isMultipart = /^multipart\/form-data\b/i.test(request.headers.get("content-type") ?? "");
  if (!isMultipart) return postedForm(await readFields(request), []);
  const { fields, files } = await visit.readUploads(request, receiverFor(visit, actor, request));
  for (const { outcome } of files) if ("failed" in outcome) visit.report(outcome.failed);
  return postedForm(fields, files);
}

const receiverFor = ({ portal }: Visit, actor: Actor, { signal }: Request): FileReceiver<ReceivedImage> => ({
  takes: (field) => kindOf(field) !== undefined,
  skipsNameless: true,
  receive: (bytes, field) =>
    receiveImage(portal, actor, { bytes, use: field === "file.photo" ? "portrait" : "paper", signal }),
  discard: ({ id }) => discardImage(portal, id),
});

const kindOf = (field: string) => documentKinds.find((kind) => field === `file.${kind}`);

function postedForm(fields: URLSearchParams, files: readonly FileOfForm<ReceivedImage>[]): PostedForm {
  const version = Number(fields.get("version") ?? "");
  return {
    does: (fields.get("do") ?? "").split(" "),
    name: fields.get("form") ?? "",
    opening: fields.get("opening") ?? "",
    version: Number.isSafeInteger(version) && version > 0 ? version : undefined,
    particulars: particularsIn(fields),
    images: { ...imagesIn(fields), ...imagesOf(files) },
    loose: fields.getAll("loose").filter(isImageId),
    takenAway: documentKinds.filter((kind) => fields.getAll("take-away").includes(kind)),
    lost: files.flatMap(lostFile),
  };
}

function particularsIn(fields: URLSearchParams): Particulars {
  const particulars = { ...noParticulars };
  for (const field of particularNames) particulars[field] = fields.get(field) ?? "";
  return particulars;
}

function imagesIn(fields: URLSearchParams): PostedForm["images"] {
  const images: PostedForm["images"] = {};
  for (const kind of documentKinds) {
    const id = fields.get(`image.${kind}`) ?? "";
    if (isImageId(id)) images[kind] = id;
  }
  return images;
}

function imagesOf(files: readonly FileOfForm<ReceivedImage>[]): PostedForm["images"] {
  const images: PostedForm["images"] = {};
  for (const { field, outcome } of files) {
    const kind = kindOf(field);
    if (kind && "done" in outcome) images[kind] = outcome.done.id;
  }
  return images;
}

function lostFile({ field, name, outcome }: FileOfForm<ReceivedImage>): LostFile[] {
  if ("done" in outcome) return [];
  return [{ kind: kindOf(field) ?? null, name, problem: problemOf(outcome.failed) }];
}

/** The form after somebody has said what a scan is. */
export function sorted(posted: PostedForm, id: string, given: string): PostedForm {
  const kind = documentKinds.find((known) => known === given);
  if (!kind || !posted.loose.includes(id)) return posted;
  return { ...posted, images: { ...posted.images, [kind]: id }, loose: posted.loose.filter((other) => other !== id) };
}

export const problemOf = (error: unknown): ErrorId => (isPortalError(error) ? error.id : "internal");
