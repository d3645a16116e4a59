import { z } from "zod";
import { particularsSchema, sentSecondNumber, updateSchema } from "#core/records/candidate-record.ts";
import { sentDay } from "#core/records/sent-last-days.ts";
import type { DocumentApiName } from "#core/records/document-kinds.ts";
import { recordFields, type SpecifiedField } from "#core/records/record-fields.ts";
import {
  type AnsweredRecord,
  type DatedField,
  datedFields,
  imageFields,
  inApi,
  type RecordField,
  type SentRecord,
} from "../spec-names.ts";
import { named, sentObject } from "./call.ts";

type FieldText = { description: string; example: string };

const aboutImage = (document: string): FieldText => ({
  description: `${document}: the address of its first page, or "" where there is none.`,
  example: "",
});

const about = {
  _id: { description: "The record.", example: "6f0c2f3e-58b5-4a3e-9d0e-0f6c1c6f2a11" },
  id: { description: "Passport number, in capitals, without spaces.", example: "A12345678" },
  IRCC_Num: {
    description: 'IRCC number, or the one that the operator has in its place; "" if the record has none.',
    example: "W123456789",
  },
  name: { description: "Name of the candidate.", example: "Rahim Uddin" },
  F_name: { description: "Name of the father.", example: "Karim Uddin" },
  M_name: { description: "Name of the mother.", example: "Amena Begum" },
  Po_address: { description: "Permanent address.", example: "12/A, Mirpur, Dhaka" },
  nationality: { description: "Nationality.", example: "BANGLADESH" },
  P_url: aboutImage("Photo"),
  Doc_1_PC: aboutImage("Work permit certificate"),
  Doc_2_PC: aboutImage("Job offer letter"),
  Doc_3_PC: aboutImage("Application"),
  Doc_4_PC: aboutImage("LMIA certificate"),
  Doc_5_PC: aboutImage("Visa paper"),
  Doc_11_PC: aboutImage("Medical form"),
  Doc_12_PC: aboutImage("Police clearance"),
  Doc_13_PC: aboutImage("Fingerprint paper"),
  Doc_14_PC: aboutImage("Ticket"),
  Doc_19_PC: aboutImage("Visa approval letter"),
  Doc_189_PC: aboutImage("ID card"),
  User_Hide: { description: "Whether the record is hidden from the public.", example: "No" },
  Status: { description: "Whether the record is approved for the public.", example: "Approved" },
  database_of_client: { description: "The registry of this portal.", example: "My_Aust" },
} as const satisfies Record<RecordField, FieldText>;

function explained<Schema extends z.ZodType>(field: RecordField, schema: Schema): Schema {
  const { description, example } = about[field];
  return schema.meta({ description, examples: [example] });
}

const allFields = Object.keys(about) as RecordField[];
const texts = allFields.map((field) => [field, explained(field, z.string())] as const);

const lastDayOf = (schema: z.ZodType<string>) =>
  Object.fromEntries(datedFields.map((field) => [field, schema.optional()])) as Record<
    DatedField,
    z.ZodOptional<z.ZodType<string>>
  >;

const lastDays = z
  .strictObject(lastDayOf(z.string().meta({ examples: ["2026-03-31"] })))
  .optional()
  .meta({
    description: "The last day that stands on a document, by its field. Only where `lastDays=yes` asks for it.",
  });

const sentLastDays = z
  .strictObject(lastDayOf(sentDay), { error: "not-an-object" })
  .optional()
  .meta({ description: 'The last day that stands on a document, by its field; "" for none.' });

const shownByName = (description: string) => z.record(z.string(), z.string()).optional().meta({ description });

/** Which names there are is checked where records are. */
const sentByName = (value: z.ZodType<string>, description: string) =>
  z
    .record(z.string().max(64, { error: "too-long" }), value, { error: "not-an-object" })
    .optional()
    .meta({ description });

/** Every text is accepted here: what fields hold is checked where records are, too. */
const sentText = z.string({ error: "not-text" });
const maxAddressLength = 2000;
const sentAddress = sentText.max(maxAddressLength, { error: "too-long" });

const shownFields = shownByName(
  "The values of fields that are not in the specification, by name. Absent where there are none.",
);
const sentFields = sentByName(
  sentText,
  "Values of fields that are not in the specification, by name. A change keeps those that are not sent.",
);

const shownDocuments = shownByName(
  "The first pages of documents that are not in the specification, by name. Absent where there are none.",
);
const sentDocuments = sentByName(
  sentAddress,
  'Documents that are not in the specification, by name: an address that `POST /images` answered, or "".',
);

const shownPapers = shownByName(
  'The first pages of the operator\'s own papers, by name: for staff of all of them, for everybody else of those that visitors see and that the record has, with "" for one of which only the last day is known. Absent where there are none.',
);
const sentPapers = sentByName(
  sentAddress,
  'The operator\'s own papers, by name: an address that `POST /images` answered, or "". A change keeps those that are not sent.',
);

const shownPaperDays = shownByName(
  "The last day of each of `papers` that has one. Only where `lastDays=yes` asks for it.",
);
const sentPaperDays = sentByName(sentDay, 'The last day of each of the operator\'s own papers, by name; "" for none.');

export const recordSchema = named(
  "CandidateRecord",
  z.strictObject({
    ...(Object.fromEntries(texts) as Record<RecordField, z.ZodString>),
    User_Hide: explained("User_Hide", z.enum(["No", "yes"])),
    Status: explained("Status", z.enum(["Approved", "Denied"])),
    Last_days: lastDays,
    fields: shownFields,
    documents: shownDocuments,
    papers: shownPapers,
    Paper_last_days: shownPaperDays,
    ended: shownByName(
      "The last days that are over at the office, the newest first, by the field or the name of the paper; {} if none is. " +
        "Say this before all else. Only in lookups, and only where `lastDays=yes` asks for it.",
    ),
  }),
) satisfies z.ZodType<AnsweredRecord>;

export const recordListSchema = named("CandidateRecords", z.array(recordSchema));

const sentImage = sentAddress
  .meta({ description: 'An address that `POST /images` answered, or "" for none.', examples: [""] })
  .optional();

const sentImages = Object.fromEntries(imageFields.map((field) => [field, sentImage])) as Record<
  DocumentApiName,
  typeof sentImage
>;

type Shape = Pick<typeof particularsSchema.shape, SpecifiedField>;

/** Callers may also send `_id`, `User_Hide`, `Status` and `database_of_client`: these change nothing. */
const sentRecord = (fields: Shape): z.ZodType<SentRecord> =>
  sentObject({
    ...inApi((name) => explained(recordFields[name].apiName, fields[name])),
    ...sentImages,
    Last_days: sentLastDays,
    fields: sentFields,
    documents: sentDocuments,
    papers: sentPapers,
    Paper_last_days: sentPaperDays,
  });

export const newRecordSchema = named(
  "NewRecord",
  sentRecord({ ...particularsSchema.shape, irccNumber: sentSecondNumber }),
);
export const changedRecordSchema = named(
  "ChangedRecord",
  sentRecord({ ...updateSchema.shape, irccNumber: sentSecondNumber }),
);
