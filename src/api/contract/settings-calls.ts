import { z } from "zod";
import { dateText } from "#core/fields.ts";
import { modifiedSchema } from "./answers.ts";
import { defineCall, named } from "./call.ts";
import { nothing, settingsInPath } from "./parameters.ts";

const day = { description: "A day, as in 2026-03-31.", examples: ["2026-03-31"], format: "date" };

const datesSchema = named(
  "Dates",
  z.array(z.strictObject({ _id: z.literal("settings"), dateValue: z.string().meta(day) })),
);

const newDateSchema = named("NewDate", z.object({ dateValue: dateText.meta(day) }, { error: "not-an-object" }));

export const readDates = defineCall({
  id: "readDates",
  method: "get",
  path: "/dates",
  policy: "anyone",
  tag: "Settings",
  summary: "The day up to which records are checked",
  inPath: nothing,
  inQuery: nothing,
  status: 200,
  answer: datesSchema,
});

export const changeDate = defineCall({
  id: "changeDate",
  method: "patch",
  path: "/change-date/{settingsId}",
  policy: "admins",
  tag: "Settings",
  summary: "Set the day up to which records are checked",
  inPath: settingsInPath,
  inQuery: nothing,
  body: newDateSchema,
  status: 200,
  answer: modifiedSchema,
  errors: ["not-found"],
});

export const settingsCalls = [readDates, changeDate] as const;
