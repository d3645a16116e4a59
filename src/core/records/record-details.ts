import {
  addedBy,
  type Decoded,
  type Decoder,
  listOf,
  mapOf,
  mapOfSome,
  number,
  oneOf,
  orNull,
  shape,
  text,
  textOr,
} from "../stored/decoders.ts";
import type { OwnValues } from "../own-fields/own-field.ts";
import { isOwnPaper } from "../own-fields/own-paper.ts";
import { documentKinds, documentRow } from "./document-kinds.ts";
import { eachField, type FieldName, fieldNames, fieldRow, fieldsWithout } from "./record-fields.ts";

const page = shape({
  image: text,
  width: number,
  height: number,
  /** A ThumbHash in base64, about 25 bytes. */
  placeholder: text,
});

/** One page of a document: an image in the blob store, and the data to lay it out before the image loads. */
export type DocumentPage = Decoded<typeof page>;

export const documentPages = listOf(page);

export const documentsOfRecord = mapOfSome(documentKinds, documentPages, {
  stepOf: (kind) => documentRow(kind).addedBy,
  isOther: isOwnPaper,
});
export type Documents = Decoded<typeof documentsOfRecord>;

/** Such as "2026-03-31". */
const lastDays = mapOfSome(documentKinds, text, { isOther: isOwnPaper });

/** The last day that is printed on each document. */
export type LastDays = Decoded<typeof lastDays>;

export const ownValues: Decoder<OwnValues> = mapOf(text);

const content = mapOf(textOr(documentPages));

/** What a second person must see of a record, by field: each particular, each document and each last day. "" and [] for none. */
export type Content = Readonly<Decoded<typeof content>>;

const edit = shape({ by: text, at: number, changes: content });

/** What one person wants of a record that was approved, or that waits. A person's newer value replaces their older one. */
export type Edit = Readonly<Decoded<typeof edit>>;

const editsInRecord = shape({ before: content, edits: listOf(edit) });

/** Edits of a record that waits, and the values that their fields had before the first of them. */
export type EditsInRecord = Readonly<Decoded<typeof editsInRecord>>;

export const noEdits: EditsInRecord = { before: {}, edits: [] };

const person = shape({ name: text, passportNumber: text }, "1.2");

/** Whom a record is of. */
export type Person = Readonly<Decoded<typeof person>>;

/** What is sealed of a record. Everything else of it is in columns, and bound to the seal. */
export const recordDetails = shape({
  ...eachField(fieldsWithout("isColumn"), (name) => {
    const { addedBy: step } = fieldRow(name);
    return step === undefined ? text : addedBy(step, text, "");
  }),
  documents: documentsOfRecord,
  lastDays,
  /** The values of the operator's own fields. Fields that are empty are left out. */
  own: addedBy("1.1", ownValues, {}),
  /** The kinds that the holder hides from strangers, in the order of `documentKinds`. */
  keptBack: listOf(oneOf(...documentKinds)),
  /** The ids of the own fields and papers that the holder hides from strangers. */
  ownKeptBack: addedBy("1.1", listOf(text), []),
  /** Why the record was sent back. Empty once it is approved. */
  returnReason: text,
  /** A digest of the columns that only staff see. */
  staff: text,
  /** The version with which the revision of an approved record was last changed. Null if no revision waits. */
  revision: addedBy("1.1", orNull(number), null),
  /** Under the four-eyes rule: who edited a record that is not approved, and what. */
  edited: addedBy("1.1", editsInRecord, noEdits),
  /** Since when the content of an approved record is as it is. Null if it was never changed, or only by 1.0 or 1.1. */
  contentSince: addedBy("1.2", orNull(number), null),
  /** Whom the last approval was for. Null if the record is of this person still. */
  approvedAs: addedBy("1.2", orNull(person), null),
});
export type RecordDetails = Decoded<typeof recordDetails>;

/** What is sealed of a revision. `reason`: why it was sent back. Empty if it never was. */
export const revisionDetails = shape({ edits: listOf(edit), reason: text }, "1.1");

/** The texts of a record. */
export type Particulars = Record<FieldName, string>;

export const noParticulars: Particulars = eachField(fieldNames, () => "");

/** Returns the particulars alone, without the other fields of a record. */
export const particularsOf = (record: Particulars): Particulars => eachField(fieldNames, (name) => record[name]);
