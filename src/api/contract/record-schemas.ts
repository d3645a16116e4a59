import { z } from "zod";
import { particularsSchema, updateSchema } from "#core/records/candidate-record.ts";
import type { ImageField, RecordField, SentRecord, SpecRecord } from "../spec-names.ts";
import { named } from "./call.ts";

type About = { description: string; example: string };

const aboutImage = (document: string): About => ({
  description: `${document}: the address of its first page, or "" where there is none.`,
  example: "",
});

/** What each field of a record means. */
const about = {
  _id: { description: "The record.", example: "6f0c2f3e-58b5-4a3e-9d0e-0f6c1c6f2a11" },
  id: { description: "Passport number, in capitals, without spaces.", example: "A12345678" },
  IRCC_Num: { description: "IRCC number.", example: "W123456789" },
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
} as const satisfies Record<RecordField, About>;

function explained<Schema extends z.ZodType>(field: RecordField, schema: Schema): Schema {
  const { description, example } = about[field];
  return schema.meta({ description, examples: [example] });
}

const shown = (field: RecordField) => explained(field, z.string());

const shownFields = {
  _id: shown("_id"),
  id: shown("id"),
  IRCC_Num: shown("IRCC_Num"),
  name: shown("name"),
  F_name: shown("F_name"),
  M_name: shown("M_name"),
  Po_address: shown("Po_address"),
  nationality: shown("nationality"),
  P_url: shown("P_url"),
  Doc_1_PC: shown("Doc_1_PC"),
  Doc_2_PC: shown("Doc_2_PC"),
  Doc_3_PC: shown("Doc_3_PC"),
  Doc_4_PC: shown("Doc_4_PC"),
  Doc_5_PC: shown("Doc_5_PC"),
  Doc_11_PC: shown("Doc_11_PC"),
  Doc_12_PC: shown("Doc_12_PC"),
  Doc_13_PC: shown("Doc_13_PC"),
  Doc_14_PC: shown("Doc_14_PC"),
  Doc_19_PC: shown("Doc_19_PC"),
  Doc_189_PC: shown("Doc_189_PC"),
  User_Hide: explained("User_Hide", z.enum(["No", "yes"])),
  Status: explained("Status", z.enum(["Approved", "Denied"])),
  database_of_client: shown("database_of_client"),
} satisfies Record<RecordField, z.ZodType<string>>;

export const recordSchema: z.ZodType<SpecRecord> = named("CandidateRecord", z.strictObject(shownFields));

export const recordListSchema = named("CandidateRecords", z.array(recordSchema));

const longestAddress = 2000;
const sentImage = z
  .string({ error: "not-text" })
  .max(longestAddress, { error: "too-long" })
  .meta({ description: 'An address that `POST /images` answered, or "" for none.', examples: [""] })
  .optional();

const sentImages = {
  P_url: sentImage,
  Doc_1_PC: sentImage,
  Doc_2_PC: sentImage,
  Doc_3_PC: sentImage,
  Doc_4_PC: sentImage,
  Doc_5_PC: sentImage,
  Doc_11_PC: sentImage,
  Doc_12_PC: sentImage,
  Doc_13_PC: sentImage,
  Doc_14_PC: sentImage,
  Doc_19_PC: sentImage,
  Doc_189_PC: sentImage,
} satisfies Record<ImageField, z.ZodType>;

type Shape = typeof particularsSchema.shape | typeof updateSchema.shape;

const sentParticulars = (fields: Shape) => ({
  id: explained("id", fields.passportNumber),
  IRCC_Num: explained("IRCC_Num", fields.irccNumber),
  name: explained("name", fields.name),
  F_name: explained("F_name", fields.fatherName),
  M_name: explained("M_name", fields.motherName),
  Po_address: explained("Po_address", fields.address),
  nationality: explained("nationality", fields.nationality),
});

const anObject = { error: "not-an-object" };

/** `_id`, `User_Hide`, `Status` and `database_of_client` may be sent, and change nothing. */
export const newRecordSchema: z.ZodType<SentRecord> = named(
  "NewRecord",
  z.object({ ...sentParticulars(particularsSchema.shape), ...sentImages }, anObject),
);

export const changedRecordSchema: z.ZodType<SentRecord> = named(
  "ChangedRecord",
  z.object({ ...sentParticulars(updateSchema.shape), ...sentImages }, anObject),
);
