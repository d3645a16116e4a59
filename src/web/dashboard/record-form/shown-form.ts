import type { FieldName } from "#core/records/record-fields.ts";
import type { LastDays, Particulars } from "#core/records/record-details.ts";
import type { FailedFile } from "#core/records/draft.ts";
import type { AnyKind } from "#core/own-fields/own-paper.ts";
import type { LastDayField } from "#core/records/last-days.ts";
import type { OwnName } from "#core/own-fields/own-field.ts";
import type { ErrorId } from "#core/errors.ts";
import type { FormResult } from "#design/form/form-result.ts";
import type { HistoryLine } from "../records/record-history.tsx";
import type { ShownUpload, UnsortedUpload } from "../uploads/upload-list.ts";

export const addressOfForm = (page: string, form: string) => `${page}?${new URLSearchParams({ form }).toString()}`;

export type ShownForm = {
  /** Identifies the form, so that its record is added only once. */
  name: string;
  /** Identifies the opened page, so that two windows with the same form do not overwrite each other; "" if they may. */
  opening: string;
  /** The version of the record or of the draft from which the form was filled. */
  version: number | undefined;
  particulars: Particulars;
  documents: Partial<Record<AnyKind, ShownUpload[]>>;
  /** As typed. */
  lastDays: LastDays;
  /** As typed into the operator's own fields, by field id. */
  own: Readonly<Record<string, string>>;
  /** Uploads whose kind has not been chosen yet. */
  unsorted: UnsortedUpload<AnyKind>[];
  /** Files that could not be kept. */
  failed: readonly FailedFile[];
};

/** The texts of a form. */
export type TypedTexts = Pick<ShownForm, "particulars" | "own">;

/** Why a form was refused, with all typed values and sent files. */
export type RefusedForm = FormResult<ShownForm, ErrorId | "unsorted"> & {
  record: { id: string; name: string } | null;
  /** What others changed while the form was open. The form then has the new version of the record. */
  meanwhile: OthersChanges | null;
};

/** One field that others changed: a text, a document or its last day. */
export type ChangedField = {
  field: FieldName | AnyKind | LastDayField | OwnName;
  label: string;
  now: string;
  /** True if the user has typed or chosen something else, which stays. */
  isYoursKept: boolean;
};

export type OthersChanges = { events: HistoryLine[]; changes: ChangedField[] };

export type NumberName = "passportNumber" | "irccNumber";

/** The result of an automatic save while the form is filled in. */
export type Autosaved = {
  /** The id of the opened page that sent the form. */
  opening: string;
  /** `elsewhere`: the form is open in another window, or was finished there. */
  state: "saved" | "elsewhere" | "not-saved";
  /** When the site answered. */
  savedAt: string;
  /** The name of the form from now on: a new one if another window uses the old one. */
  name: string;
  /** The ids of uploads that the site no longer has. */
  missing: string[];
  /** The numbers for which other records were searched, as typed. */
  numbers: Readonly<Record<NumberName, string>>;
  /** The numbers that other records have. */
  taken: Partial<Record<NumberName, { record: { id: string; name: string } }>>;
};
