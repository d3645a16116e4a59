import type { Particulars } from "#core/records/candidate-record.ts";
import { type DocumentKind, documentKinds } from "#core/records/document-kinds.ts";
import { isImageId } from "#core/images/image-id.ts";
import type { Actor } from "#core/staff/actor.ts";
import type { Visit } from "../../frame/visit.server.ts";
import { type PostedFiles, readFormWithFiles } from "../uploads/posted-files.server.ts";
import { noParticulars, particularNames } from "./particulars.ts";

export type PostedForm = PostedFiles<DocumentKind> & {
  /** The button that sent it. */
  does: string;
  name: string;
  /** Which opened page it came from; "" where that does not matter. */
  opening: string;
  /** What the page was filled with: of the record, or of the draft. */
  version: number | undefined;
  particulars: Particulars;
  unsorted: string[];
  takenAway: DocumentKind[];
};

export async function readRecordForm(visit: Visit, actor: Actor, request: Request): Promise<PostedForm> {
  const { fields, images, lost } = await readFormWithFiles(visit, actor, request, documentKinds);
  const [does = "", sortedId, sortedAs] = (fields.get("do") ?? "").split(" ");
  const version = Number(fields.get("version") ?? "");
  const posted: PostedForm = {
    does,
    name: fields.get("form") ?? "",
    opening: fields.get("opening") ?? "",
    version: Number.isSafeInteger(version) && version > 0 ? version : undefined,
    particulars: { ...noParticulars },
    images,
    unsorted: fields.getAll("loose").filter(isImageId),
    takenAway: documentKinds.filter((kind) => fields.getAll("take-away").includes(kind)),
    lost,
  };
  for (const name of particularNames) posted.particulars[name] = fields.get(name) ?? "";
  const kind = documentKinds.find((known) => known === sortedAs);
  if (does !== "sort" || !kind || !sortedId || !posted.unsorted.includes(sortedId)) return posted;
  images[kind] = sortedId;
  return { ...posted, unsorted: posted.unsorted.filter((id) => id !== sortedId) };
}
