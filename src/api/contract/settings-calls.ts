import { z } from "zod";
import { ownAudiences, ownFieldTypes } from "#core/own-fields/own-field.ts";
import { languages } from "#core/settings/languages.ts";
import { dateText } from "#core/fields.ts";
import { modifiedSchema } from "./answers.ts";
import { defineCall, named, sentObject } from "./call.ts";
import { settingsInPath } from "./parameters.ts";

const day = { description: "A day, as in 2026-03-31.", examples: ["2026-03-31"], format: "date" };

const shownDay = z.string().meta({
  description: 'A day, as in 2026-03-31; "" until an admin has set one.',
  examples: ["2026-03-31"],
});

const field = z.strictObject({
  name: z.string().meta({ description: "The key under `fields` of a record.", examples: ["f1"] }),
  type: z.enum(ownFieldTypes).meta({
    description:
      'Values are texts: a number such as "12.5", a day such as "2026-03-31", "yes" or "no", the code of a country such as "QA", a telephone number such as "+8801712345678", one of `choices`.',
  }),
  audience: z.enum(ownAudiences).meta({
    description: "Who sees the values: staff alone, also the record's holder, or everybody who finds the record.",
  }),
  labels: z.partialRecord(z.enum(languages), z.string()).meta({ examples: [{ en: "Sponsor" }] }),
  isNeeded: z
    .boolean()
    .meta({ description: "True if the form for a new record must be filled in here. A call need not." }),
  isSearched: z.literal(true).optional().meta({ description: "If `GET /User_Data` finds records by it." }),
  choices: z.array(z.string()).optional(),
});

const paper = z.strictObject({
  name: z.string().meta({ description: "The key under `papers` of a record.", examples: ["p1"] }),
  audience: z.enum(ownAudiences).meta({
    description: "Who sees the documents: staff alone, also the record's holder, or everybody who finds the record.",
  }),
  labels: field.shape.labels,
  hasLastDay: z.boolean().meta({ description: "True if `Paper_last_days` may have its last day." }),
  isSearched: field.shape.isSearched,
});

export const settingsCalls = {
  readDates: defineCall({
    route: "GET /dates",
    policy: "anyone",
    summary: "The day up to which records are checked",
    answer: named("Dates", z.array(z.strictObject({ _id: z.literal("settings"), dateValue: shownDay }))),
  }),
  readFields: defineCall({
    route: "GET /fields",
    policy: "anyone",
    summary: "The fields that the operator has added to records",
    description:
      "Their values stand under `fields` of a record, by `name`. Staff are told of all fields, everybody else of those that visitors see.",
    answer: named("Fields", z.array(field)),
  }),
  readPapers: defineCall({
    route: "GET /papers",
    policy: "anyone",
    summary: "The kinds of documents that the operator has added to records",
    description:
      "Their documents stand under `papers` of a record, by `name`. Staff are told of all papers, everybody else of those that visitors see.",
    answer: named("Papers", z.array(paper)),
  }),
  changeDate: defineCall({
    route: "PATCH /change-date/{settingsId}",
    policy: "admins",
    summary: "Set the day up to which records are checked",
    inPath: settingsInPath,
    body: named("NewDate", sentObject({ dateValue: dateText.meta(day) })),
    answer: modifiedSchema,
    errors: ["not-found"],
  }),
};
