import type { FieldProblem } from "#core/errors.ts";
import { type ColumnMeaning, isImportField, isJoined, type JoinedMeaning } from "#core/imports/import-fields.ts";
import type { OwnLabels } from "#core/own-fields/own-field.ts";
import type { RowPlace } from "#core/imports/row-place.ts";
import type { UploadProblem } from "#core/imports/upload-problems.ts";
import { isAnyKind } from "#core/own-fields/own-paper.ts";
import { m } from "#i18n/compiled/messages.js";
import { fieldWords, hasWords, type OwnFieldWords, problemWords } from "#design/form/problem-words.ts";
import { writtenCount } from "#i18n/written.ts";
import { fieldLabel } from "../record-list/particulars.ts";

/** Returns the label of a column or of a document: both may have problems. */
export function fieldName(field: string, labels: OwnLabels): string {
  const known = isImportField(field) ? field : isAnyKind(field) ? field : undefined;
  if (known === undefined) return field;
  return known === "state" ? m.state() : fieldLabel(known, labels);
}

const partLabels: Record<JoinedMeaning, () => string> = {
  givenName: m.import_given_name,
  fatherInName: m.import_father_in_name,
  middleName: m.import_middle_name,
  surname: m.import_surname,
  nameSuffix: m.import_name_suffix,
  nameAndFather: m.import_name_and_father,
  nameAndAddress: m.import_name_and_address,
  fatherOrHusband: m.import_father_or_husband,
  addressPart: m.import_address_part,
  passportSeries: m.import_passport_series,
};

/** The label of what a column contains. */
export const columnLabel = (meaning: ColumnMeaning, labels: OwnLabels): string =>
  isJoined(meaning) ? partLabels[meaning]() : fieldName(meaning, labels);

const ownOfCells: OwnFieldWords[string] = { "date-format": m.import_day_unusable, required: m.import_nothing_here };

/** `earlier` is the row that has the same number. */
export const cellWords = (problem: FieldProblem, earlier: RowPlace | null = null): string =>
  problem === "number-repeated" && earlier
    ? m.import_number_in_row({ row: placeOfRow(earlier.sheet, earlier.row) })
    : fieldWords(problem, {}, ownOfCells);

/** A row of a file, with its sheet if the table has several. */
export const placeOfRow = (sheet: string | null, row: number): string =>
  [sheet ?? [], writtenCount(row)].flat().join(": ");

const reasons: Partial<Record<UploadProblem, () => string>> = {
  "no-number": m.import_upload_no_number,
  "kind-unknown": m.import_upload_kind_unknown,
  "kind-off": m.import_upload_kind_off,
  "fits-nobody": m.import_upload_fits_nobody,
  "fits-several": m.import_upload_fits_several,
  "row-left-out": m.import_upload_row_left_out,
  "document-there": m.import_document_there,
  "empty-file": m.import_upload_empty,
};

export const uploadWords = (problem: UploadProblem): string =>
  reasons[problem]?.() ?? problemWords(hasWords(problem) ? problem : "invalid");
