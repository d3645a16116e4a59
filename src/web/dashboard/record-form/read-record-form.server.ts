import type { Particulars } from "#core/records/candidate-record.ts";
import { type DocumentKind, documentKinds } from "#core/records/document-kinds.ts";
import { isPortalError } from "#core/errors.ts";
import type { FileOfForm, FileReceiver } from "#core/images/form-with-files.ts";
import { isImageId } from "#core/images/image-id.ts";
import type { Actor } from "#core/staff/actor.ts";
import { discardImage } from "#operations/images/remove-images.ts";
import { receiveImage, type ReceivedImage } from "#operations/images/receive-image.ts";
import { noParticulars, particularNames } from "./particulars.ts";
import type { RefusedForm } from "./shown-form.ts";
import { readFields } from "../../frame/read-form.server.ts";
import type { Visit } from "../../frame/visit.server.ts";

/** What came of a form with which records are added and updated. */
export type PostedForm = {
  /** The button that sent it. */
  does: string;
  name: string;
  /** Which opened page it came from; "" where that does not matter. */
  opening: string;
  /** What the page was filled with: of the record, or of the draft. */
  version: number | undefined;
  particulars: Particulars;
  /** Uploads by the document that they are to be. */
  images: Partial<Record<DocumentKind, string>>;
  unsorted: string[];
  takenAway: DocumentKind[];
  lost: RefusedForm["lost"];
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
  takes: (field) => documentKinds.some((kind) => field === fileField(kind)),
  skipsNameless: true,
  receive: (bytes, field) =>
    receiveImage(portal, actor, { bytes, use: field === fileField("photo") ? "portrait" : "paper", signal }),
  discard: ({ id }) => discardImage(portal, id),
});

const fileField = (kind: DocumentKind) => `file.${kind}`;

function postedForm(fields: URLSearchParams, files: readonly FileOfForm<ReceivedImage>[]): PostedForm {
  const [does = "", sortedId, sortedAs] = (fields.get("do") ?? "").split(" ");
  const version = Number(fields.get("version") ?? "");
  const posted: PostedForm = {
    does,
    name: fields.get("form") ?? "",
    opening: fields.get("opening") ?? "",
    version: Number.isSafeInteger(version) && version > 0 ? version : undefined,
    particulars: { ...noParticulars },
    images: {},
    unsorted: fields.getAll("loose").filter(isImageId),
    takenAway: documentKinds.filter((kind) => fields.getAll("take-away").includes(kind)),
    lost: [],
  };
  for (const name of particularNames) posted.particulars[name] = fields.get(name) ?? "";
  for (const kind of documentKinds) {
    const id = fields.get(`image.${kind}`) ?? "";
    if (isImageId(id)) posted.images[kind] = id;
    for (const { name, outcome } of files.filter(({ field }) => field === fileField(kind))) {
      if ("done" in outcome) posted.images[kind] = outcome.done.id;
      else posted.lost.push({ kind, name, problem: isPortalError(outcome.failed) ? outcome.failed.id : "internal" });
    }
  }
  const kind = documentKinds.find((known) => known === sortedAs);
  if (does !== "sort" || !kind || !sortedId || !posted.unsorted.includes(sortedId)) return posted;
  posted.images[kind] = sortedId;
  return { ...posted, unsorted: posted.unsorted.filter((id) => id !== sortedId) };
}
