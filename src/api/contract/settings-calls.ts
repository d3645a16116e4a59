import { z } from "zod";
import { dateText } from "#core/fields.ts";
import { modifiedSchema } from "./answers.ts";
import { defineCall, named, sentObject } from "./call.ts";
import { settingsInPath } from "./parameters.ts";

const day = { description: "A day, as in 2026-03-31.", examples: ["2026-03-31"], format: "date" };

export const settingsCalls = {
  readDates: defineCall({
    route: "GET /dates",
    policy: "anyone",
    summary: "The day up to which records are checked",
    answer: named("Dates", z.array(z.strictObject({ _id: z.literal("settings"), dateValue: z.string().meta(day) }))),
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
