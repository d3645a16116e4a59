import { fieldNames } from "#core/records/record-fields.ts";
import { noParticulars } from "#core/records/record-details.ts";
import type { LastDays, Particulars } from "#core/records/record-details.ts";
import { type OwnField, ownAmong, usedOf } from "#core/own-fields/own-field.ts";
import { type AnyKind, anyKinds, isOwnPaper, type OwnPaper } from "#core/own-fields/own-paper.ts";
import { lastDayField, mayHaveLastDay } from "#core/records/last-days.ts";
import { type FailedFile, failedFileIn } from "#core/records/draft.ts";
import { isImageId } from "#core/images/image-id.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { draftFields } from "../page-draft/autosave.ts";
import type { Visit } from "../../frame/visit.server.ts";
import { type PostedFiles, postedUploads, readFormWithFiles } from "../uploads/posted-files.server.ts";

export type PostedForm = PostedFiles<AnyKind> & {
  /** The value of the button that sent the form. */
  does: string;
  name: string;
  /** The page drafts of the form, as it names them. */
  pageDraft: string | null;
  /** The id of the opened page that sent the form; "" if it does not matter. */
  opening: string;
  /** The version of the record or of the draft with which the page was filled. */
  version: number | undefined;
  particulars: Particulars;
  /** As typed, for the kinds that the form has. */
  lastDays: LastDays;
  /** As typed into the operator's own fields, by field id. */
  own: Record<string, string>;
  unsorted: string[];
  /** The kind that each unsorted upload seems to have, by its id. */
  guesses: Record<string, AnyKind>;
  takenAway: AnyKind[];
  /** Staff say that the new name and the new number are of the same person. */
  isSamePerson: boolean;
  failed: FailedFile[];
};

export async function readRecordForm(visit: Visit, actor: Actor, request: Request): Promise<PostedForm> {
  const { ownPapers } = await visit.settings();
  return recordFormIn(await readFormWithFiles(visit, actor, request, anyKinds(ownPapers)), ownPapers);
}

/** Reads a form that its page saves by itself. Its files are sent separately. */
export async function readSavedForm(visit: Visit, fields: URLSearchParams): Promise<PostedForm> {
  const { ownPapers } = await visit.settings();
  return recordFormIn(postedUploads(fields, anyKinds(ownPapers)), ownPapers);
}

type Posted = ReturnType<typeof postedUploads<AnyKind>>;

function recordFormIn({ fields, images, names, lost }: Posted, ownPapers: readonly OwnPaper[]): PostedForm {
  const kinds = anyKinds(ownPapers);
  const version = Number(fields.get("version") ?? "");
  const posted: PostedForm = {
    does: fields.get("do") ?? "",
    name: fields.get("form") ?? "",
    pageDraft: fields.get(draftFields.name),
    opening: fields.get("opening") ?? "",
    version: Number.isSafeInteger(version) && version > 0 ? version : undefined,
    particulars: { ...noParticulars },
    lastDays: {},
    own: ownAmong(fields),
    images,
    names,
    unsorted: fields.getAll("loose").filter(isImageId),
    guesses: {},
    takenAway: kinds.filter((kind) => fields.getAll("take-away").includes(kind)),
    isSamePerson: fields.has("same-person"),
    lost,
    failed: [...lost],
  };
  // A file that failed is listed until another one is sent in its place, or the document is taken away.
  const isSentAgain = (kind: AnyKind) =>
    lost.some((file) => file.kind === kind) || images[kind]?.some((id) => !fields.getAll(`image.${kind}`).includes(id));
  const isSettled = (kind: AnyKind | null) => kind !== null && (posted.takenAway.includes(kind) || isSentAgain(kind));
  for (const file of fields.getAll("failed").map(failedFileIn)) {
    if (file && !isSettled(file.kind)) posted.failed.push(file);
  }
  for (const name of fieldNames) posted.particulars[name] = fields.get(name) ?? "";
  for (const kind of kinds.filter(mayHaveLastDay)) {
    const typed = fields.get(lastDayField(kind));
    if (typed !== null) posted.lastDays[kind] = typed;
  }
  for (const id of posted.unsorted) {
    const kind = kinds.find((known) => known === fields.get(`kind.${id}`));
    if (kind) posted.guesses[id] = kind;
  }
  const used = withoutRemoved(posted, ownPapers);
  return used.does === "confirm" ? { ...confirmed(used), does: "sort" } : used;
}

/**
 * Files for a paper that an admin has removed since the form was opened wait to be sorted again. Those of them that did
 * not arrive with this form are for no paper. The draft keeps those that failed before.
 */
function withoutRemoved(posted: PostedForm, ownPapers: readonly OwnPaper[]): PostedForm {
  const isUsed = (kind: string) => !isOwnPaper(kind) || usedOf(ownPapers).some(({ id }) => id === kind);
  const left = Object.entries(posted.images).filter(([kind]) => !isUsed(kind));
  const usedIn = <Value>(values: Readonly<Record<string, Value>>) =>
    Object.fromEntries(Object.entries(values).filter(([kind]) => isUsed(kind)));
  return {
    ...posted,
    images: usedIn(posted.images),
    lastDays: usedIn(posted.lastDays),
    takenAway: posted.takenAway.filter(isUsed),
    failed: [
      ...posted.failed.filter(({ kind }) => kind === null || isUsed(kind)),
      ...posted.lost.filter(({ kind }) => !isUsed(kind)).map((file) => ({ ...file, kind: null })),
    ],
    unsorted: [...posted.unsorted, ...left.flatMap(([, ids]) => ids ?? [])],
  };
}

/** Applies the confirmed kinds. Files of one kind become the pages of one document; there is only one photo. */
function confirmed(posted: PostedForm): PostedForm {
  const images = { ...posted.images };
  const isLeft = (id: string) => {
    const kind = posted.guesses[id];
    if (!kind || (kind === "photo" && images.photo)) return true;
    images[kind] = [...(images[kind] ?? []), id];
    return false;
  };
  return { ...posted, images, unsorted: posted.unsorted.filter(isLeft) };
}

/** Leaves out fields that an admin has removed since the form was opened. */
export const ownWanted = ({ own }: PostedForm, fields: readonly OwnField[]): PostedForm["own"] =>
  Object.fromEntries(Object.entries(own).filter(([id]) => usedOf(fields).some((field) => field.id === id)));

/** Leaves out the last days of documents that are removed. */
export const lastDaysWanted = ({ lastDays, takenAway }: PostedForm): LastDays =>
  Object.fromEntries(Object.entries(lastDays).filter(([kind]) => !takenAway.some((away) => away === kind)));
