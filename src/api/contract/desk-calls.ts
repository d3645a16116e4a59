import { z } from "zod";
import { stopReasons } from "#core/desk/guessing.ts";
import { documentKinds } from "#core/records/document-kinds.ts";
import { defineCall, named } from "./call.ts";
import { tableErrors } from "./import-calls.ts";

const checkedListSchema = named(
  "CheckedList",
  z.strictObject({
    stopped: z.boolean().meta({
      description: "`true`: your organisation is stopped, and the rest was not checked. An admin lets you go on.",
    }),
    stopped_for: z.enum(stopReasons).optional().meta({
      description:
        "`misses`: too many numbers showed nothing. `other-names`: too many names for numbers asked about before.",
    }),
    left: z
      .strictObject({
        other_names: z.number().int().min(0).meta({
          description: "How many other names may still be sent today for numbers that were asked about before.",
        }),
        misses: z.number().int().min(0).meta({ description: "How many more numbers may show nothing for now." }),
      })
      .meta({ description: "What is left today for all people and programs of your organisation together." }),
    receipt: z.string().meta({ description: "A signed token (JWT, ES256). It names no number." }),
    rows: z
      .array(
        z.strictObject({
          number: z.string(),
          name: z.string(),
          outcome: z.enum(["shown", "nothing", "incomplete", "unchecked"]).meta({
            description:
              "`nothing`: this site shows nothing for this number and name, for whatever reason. " +
              "`incomplete`: the row has no number or no name.",
          }),
          published: z.string().optional().meta({ description: "The day, if it is shown." }),
          documents: z.array(z.enum(documentKinds)).optional(),
          ended: z.partialRecord(z.enum(documentKinds), z.string()).optional().meta({
            description: "The last days that are over at the office, by document. Left out if there is none.",
          }),
          disclosure: z.string().optional().meta({
            description: "Shows which digest of the receipt is about this row: the base64url of its SHA-256.",
          }),
        }),
      )
      .meta({ description: "The rows below the headings, in their order." }),
  }),
);

export const deskCalls = {
  checkList: defineCall({
    route: "POST /desk/lists",
    policy: "organisations",
    feature: "desk",
    isLookUp: true,
    summary: "Check a list of numbers, with a receipt",
    description:
      "For people and programs of organisations. One XLSX, ODS or CSV file of at most 15 MB and 10,000 rows, in a field named `table`. " +
      "Its first row has headings: `Passport number` or `IRCC number`, `Name`, and `Share code` under the policy `code`. " +
      "Each number needs its name. The list is not stored. What was published of it is kept for 90 days, so that a mail can tell when that ends.",
    takes: "multipart/form-data",
    file: { field: "table", example: "people.csv", text: "purpose" },
    answer: checkedListSchema,
    errors: [...tableErrors, "desk-ended", "desk-stopped", "desk-used-up", "list-too-long", "no-name-column"],
  }),
};
