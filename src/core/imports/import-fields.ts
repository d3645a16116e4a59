import { type FieldName, fieldNames } from "../records/record-fields.ts";
import { isOwnName, type OwnName } from "../own-fields/own-field.ts";
import { kindsWithLastDay, lastDayField, isOwnLastDay, type LastDayField } from "../records/last-days.ts";

/** What an export says besides, for records that are new here. */
const stateFields = ["state", "returnReason"] as const;
export type ImportField = FieldName | LastDayField | OwnName | (typeof stateFields)[number];

/** The fields that a row of an imported table can have, beside the operator's own. */
export const importFields: readonly ImportField[] = [
  ...fieldNames,
  ...kindsWithLastDay.map(lastDayField),
  ...stateFields,
];

export const isImportField = (text: string): text is ImportField =>
  isOwnName(text) || isOwnLastDay(text) || importFields.some((field) => field === text);

/**
 * The parts of a name that stands in several columns, in the order in which they are joined. `fatherInName` is the name of the
 * father as well: in Arabic names it is the second part.
 */
export const nameParts = ["givenName", "fatherInName", "middleName", "surname", "nameSuffix"] as const;
export type NamePart = (typeof nameParts)[number];
export const isNamePart = (text: string): text is NamePart => nameParts.some((part) => part === text);

/** Several columns may be a part of the address. They are joined from left to right. */
export const addressPart = "addressPart" as const;

/** The letters before the digits of passport numbers, if they stand in a column of their own. */
export const passportSeries = "passportSeries" as const;

/** The name of a person and that of the father, if both stand in each cell. */
export const nameAndFather = "nameAndFather" as const;

/** The name of a person and the address, if both stand in each cell. The father may stand between them. */
export const nameAndAddress = "nameAndAddress" as const;

/** The father of a man or of a girl, and the husband of a wife, in one column. */
export const fatherOrHusband = "fatherOrHusband" as const;

/** What is no field by itself: a part of one, or several in one cell. */
export const joinedMeanings = [
  ...nameParts,
  addressPart,
  passportSeries,
  nameAndFather,
  nameAndAddress,
  fatherOrHusband,
] as const;
export type JoinedMeaning = (typeof joinedMeanings)[number];
export const isJoined = (text: string): text is JoinedMeaning => joinedMeanings.some((meaning) => meaning === text);

/** What a column contains. */
export type ColumnMeaning = ImportField | JoinedMeaning;
export const isColumnMeaning = (text: string): text is ColumnMeaning => isImportField(text) || isJoined(text);

/** Several columns may contain these. Of several numbers at IRCC, the first that a row has counts. */
export const isTakenOften = (meaning: ColumnMeaning): boolean => meaning === addressPart || meaning === "irccNumber";

/** What each column contains, from left to right. Null for a column that is left out. */
export type Columns = (ColumnMeaning | null)[];

/** The heading of a column, the heading above it if there are two rows of them, and what both say together. */
export type Heading = { own: string; whole: string; group?: string };

/** True if a column, or several with its parts, contain the field. */
export const hasColumnFor = (columns: readonly (string | null)[], field: ImportField): boolean =>
  columns.includes(field) ||
  ((field === "name" || field === "fatherName") && columns.includes(nameAndFather)) ||
  (field === "name" && nameParts.some((part) => columns.includes(part))) ||
  (field === "fatherName" && (columns.includes("fatherInName") || columns.includes(fatherOrHusband))) ||
  ((field === "name" || field === "address") && columns.includes(nameAndAddress)) ||
  (field === "address" && columns.includes(addressPart));

/** The fields by which an existing record is recognised. */
export const keyFields = ["passportNumber", "irccNumber"] as const satisfies ImportField[];
