/** A text of a record. Documents and their last days are declared with `documentKinds`. */
export type RecordField = {
  /** `number`: a passport or second number. It has one spelling, and records are found by it. */
  type: "number" | "text";
  longest: number;
  /** `on-new`: an update may leave it empty. `by-setting`: a setting decides whether new records need it. */
  needed: "always" | "on-new" | "by-setting" | "never";
  /** The record of an admin gets it from the settings, so their form does not ask for it. */
  isFromSettings?: true;
  /** It can be changed in many records at once, and stand in a column of the list. */
  isCommon?: true;
  /** It has a column of its own. All others are sealed together. */
  isColumn?: true;
  /** The migration step that added it. Rows from before have "". */
  addedBy?: string;
} & ((Shown & (InSpecification | Besides)) | (ForStaff & Besides));

/** What strangers see of a record that is shown. */
type Shown = {
  isStaffOnly?: never;
  /** Whoever has a share code sees it. */
  isShared?: true;
  /** What a statement calls it (`claims.ts`). */
  claim?: string;
};

type ForStaff = { isStaffOnly: true; isShared?: never; claim?: never };

/** `headings.ts` has the headings of its column, and `record-schemas.ts` describes it. */
type InSpecification = { apiName: string; headings?: never };

/** A field that is not in the specification. In the calls it stands under `fields`, by its own name. */
type Besides = {
  apiName?: never;
  /** What agencies write above its column. */
  headings: readonly string[];
};

/**
 * Every text of a record, in the order of the forms. Forms, drafts, revisions, imports, exports, sheets, share codes and
 * calls read this table. By hand remain: the indexes by which numbers and names are found (`record-indexes.ts`), the order
 * of claims (`claims.ts`) and of what statements are about (`statement.ts`), what a photo of a passport fills in, and the words (`field-words.ts`, `headings.ts`).
 */
export const recordFields = {
  passportNumber: {
    type: "number",
    longest: 40,
    needed: "always",
    apiName: "id",
    isShared: true,
    claim: "passport_number",
  },
  /** "" if the record has none. */
  irccNumber: {
    type: "number",
    longest: 40,
    needed: "by-setting",
    apiName: "IRCC_Num",
    isShared: true,
    claim: "ircc_number",
  },
  name: {
    type: "text",
    longest: 200,
    needed: "always",
    apiName: "name",
    isShared: true,
    claim: "name",
    isColumn: true,
  },
  fatherName: { type: "text", longest: 200, needed: "on-new", apiName: "F_name" },
  motherName: { type: "text", longest: 200, needed: "on-new", apiName: "M_name" },
  address: { type: "text", longest: 500, needed: "always", apiName: "Po_address" },
  nationality: {
    type: "text",
    longest: 100,
    needed: "never",
    apiName: "nationality",
    isShared: true,
    claim: "nationality",
    isFromSettings: true,
    isCommon: true,
    isColumn: true,
  },
} as const satisfies Record<string, RecordField>;

type Fields = typeof recordFields;
export type FieldName = keyof Fields;
type Mark = "isStaffOnly" | "isShared" | "isFromSettings" | "isCommon" | "isColumn";

/** The fields of the specification, and the others. */
export type SpecifiedField = {
  [Name in FieldName]: Fields[Name] extends InSpecification ? Name : never;
}[FieldName];
export type OtherField = Exclude<FieldName, SpecifiedField>;

/** The fields that a statement states, and its names for them. */
export type StatedField = {
  [Name in FieldName]: Fields[Name] extends { readonly claim: string } ? Name : never;
}[FieldName];
export type ClaimName = Fields[StatedField]["claim"];

/** The fields that have a mark. */
export type FieldsWith<Of extends Mark> = {
  [Name in FieldName]: Fields[Name] extends { readonly [Part in Of]: true } ? Name : never;
}[FieldName];
export type FieldsWithout<Of extends Mark> = Exclude<FieldName, FieldsWith<Of>>;

export const isFieldName = (text: string): text is FieldName => Object.hasOwn(recordFields, text);
export const fieldNames: readonly FieldName[] = Object.keys(recordFields).filter(isFieldName);

/** The row of a field, with the parts that not every row has. */
export const fieldRow = (name: FieldName): RecordField => recordFields[name];

const isSpecifiedField = (name: FieldName): name is SpecifiedField => fieldRow(name).apiName !== undefined;
const isOtherField = (name: FieldName): name is OtherField => !isSpecifiedField(name);
export const specifiedFields: readonly SpecifiedField[] = fieldNames.filter(isSpecifiedField);
export const otherFields: readonly OtherField[] = fieldNames.filter(isOtherField);

export const fieldsWith = <Of extends Mark>(mark: Of): readonly FieldsWith<Of>[] =>
  fieldNames.filter((name): name is FieldsWith<Of> => fieldRow(name)[mark] === true);

export const fieldsWithout = <Of extends Mark>(mark: Of): readonly FieldsWithout<Of>[] =>
  fieldNames.filter((name): name is FieldsWithout<Of> => fieldRow(name)[mark] !== true);

export const statedFields = fieldNames.filter((name): name is StatedField => fieldRow(name).claim !== undefined);

/** The fields whose value is needed in one of these cases. */
export const fieldsNeeded = (...cases: readonly RecordField["needed"][]): readonly FieldName[] =>
  fieldNames.filter((name) => cases.includes(recordFields[name].needed));

/** Makes a value for each of these fields. A lookup does, so it is a loop. */
export function eachField<Name extends FieldName, Value>(names: readonly Name[], valueOf: (name: Name) => Value) {
  const values: Partial<Record<Name, Value>> = {};
  for (const name of names) values[name] = valueOf(name);
  return values as Record<Name, Value>;
}
