import type { Documents } from "#core/records/candidate-record.ts";
import { type DocumentKind, documentKinds } from "#core/records/document-kinds.ts";
import { isPortalError } from "#core/errors.ts";
import { imageOfPage } from "#core/images/image-id.ts";
import type { RefusedForm, ShownForm, ShownUpload } from "./shown-form.ts";
import { type PostedForm, problemOf } from "./read-record-form.server.ts";

const scan = (id: string, pages = 1): ShownUpload => ({ id, pages, isStored: false, isTakenAway: false });

type Uploads = Partial<Record<DocumentKind, { id: string; pages: readonly unknown[] }>>;

/** Uploads that wait for a record, as the form shows them. */
export const uploadsShown = (scans: Uploads): ShownForm["papers"] =>
  byKind((kind) => {
    const found = scans[kind];
    return found && scan(found.id, found.pages.length);
  });

export const looseShown = (scans: readonly { id: string; pages: readonly unknown[] }[]): ShownUpload[] =>
  scans.map(({ id, pages }) => scan(id, pages.length));

/** The papers that a record has, as the form shows them. */
export const storedShown = (documents: Documents): ShownForm["papers"] =>
  byKind((kind) => {
    const pages = documents[kind] ?? [];
    const id = imageOfPage(pages[0]?.image ?? "");
    return id === null ? undefined : { ...scan(id, pages.length), isStored: true };
  });

/** The form as it was sent. Where no other paper was chosen, the stored one stands. */
export const formSent = (posted: PostedForm, stored: ShownForm["papers"] = {}): ShownForm => ({
  name: posted.name,
  opening: posted.opening,
  particulars: posted.particulars,
  papers: byKind((kind) => {
    const id = posted.images[kind];
    const shown = id ? scan(id) : stored[kind];
    return shown && { ...shown, isTakenAway: posted.takenAway.includes(kind) };
  }),
  loose: posted.loose.map((id) => scan(id)),
  ...(posted.version !== undefined && { version: posted.version }),
});

function byKind(shown: (kind: DocumentKind) => ShownUpload | undefined): ShownForm["papers"] {
  const papers: ShownForm["papers"] = {};
  for (const kind of documentKinds) {
    const found = shown(kind);
    if (found) papers[kind] = found;
  }
  return papers;
}

/** The form comes back: with files that got lost, or with scans that are nothing yet. */
export const comesBack = (form: ShownForm, { lost, loose }: Pick<PostedForm, "lost" | "loose">): RefusedForm => ({
  kind: "refused",
  form,
  fields: {},
  lost,
  problem: loose.length > 0 ? "loose" : null,
  record: null,
  meanwhile: null,
});

/** The form comes back with what is wrong. */
export function refusedFor(form: ShownForm, posted: Pick<PostedForm, "lost" | "loose">, error: unknown): RefusedForm {
  const { fields = {}, record = null } = isPortalError(error) ? error : {};
  const problem = Object.keys(fields).length > 0 ? null : problemOf(error);
  return { ...comesBack(form, posted), fields, problem, record };
}

export const statusOf = (error: unknown): number => (isPortalError(error) ? error.status : 500);
