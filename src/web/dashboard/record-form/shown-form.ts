import type { Particulars } from "#core/records/candidate-record.ts";
import type { DocumentKind } from "#core/records/document-kinds.ts";
import type { LastDayField, LastDays } from "#core/records/last-days.ts";
import type { ErrorId } from "#core/errors.ts";
import type { FormResult } from "#design/form/form-result.ts";
import type { FormProblem } from "#design/form/problem-words.ts";
import type { HistoryLine } from "../records/record-history.tsx";
import type { ShownUpload, UnsortedUpload } from "../uploads/upload-list.ts";
import type { ParticularName } from "./particulars.ts";

export const addressOfForm = (page: string, form: string) => `${page}?${new URLSearchParams({ form }).toString()}`;

export type ShownForm = {
  /** Names the form, so that its record is added once. */
  name: string;
  /** Names the opened page, so that two windows with one form do not write over each other; "" where they may. */
  opening: string;
  /** The version that the record, or the draft, had when the form was filled from it. */
  version: number | undefined;
  particulars: Particulars;
  documents: Partial<Record<DocumentKind, ShownUpload[]>>;
  /** As they were typed. */
  lastDays: LastDays;
  /** Uploads of which nobody has said yet what they are. */
  unsorted: UnsortedUpload<DocumentKind>[];
};

/** Why a form was not taken. What was typed and sent stays. */
export type RefusedForm = FormResult<ShownForm, FormProblem | "unsorted"> & {
  /** Files that came with the form and are not here. */
  lost: { kind: DocumentKind; name: string; problem: ErrorId }[];
  record: { id: string; name: string } | null;
  /** What others changed while the form was open; the form has the record's new version. */
  meanwhile: Meanwhile | null;
};

/** One field that others changed: a particular, a document or its last day. */
export type ChangedField = {
  field: ParticularName | DocumentKind | LastDayField;
  now: string;
  /** Whether something else was typed or chosen here, which stays. */
  isYoursKept: boolean;
};

export type Meanwhile = { events: HistoryLine[]; changes: ChangedField[] };

/** What became of a form that the page saved by itself while it is filled in. */
export type Autosaved = {
  /** Which opened page is spoken to. */
  opening: string;
  /** `elsewhere`: the form is open in another window, or done with there. */
  state: "saved" | "elsewhere" | "not-saved";
  /** The name that the form has from now on: another one where the old one is taken in another window. */
  name: string;
  /** Uploads that the site does not have any more. */
  missing: string[];
  taken: Partial<Record<"passportNumber" | "irccNumber", { record: { id: string; name: string } | null }>>;
};
