import { z } from "zod";
import { departures } from "#core/accounts/departure.ts";

const text = (description: string, example: string) => z.string().meta({ description, examples: [example] });

export const recordInPath = z.object({ id: text("The `_id` of the record.", "6f0c2f3e-58b5-4a3e-9d0e-0f6c1c6f2a11") });

export const passportInPath = z.object({
  passportNumber: text("As printed; small letters, spaces and hyphens do no harm.", "A12345678"),
});

export const irccInPath = z.object({
  value: text(
    "An IRCC number, or the one that the operator has in its place; or else a passport number.",
    "W123456789",
  ),
});

export const settingsInPath = z.object({ settingsId: text("There is one: `settings`.", "settings") });

export const accountInPath = z.object({ id: text("The `_id` of the account.", "k3JcVbGZt0u7Qx4dPq1wYr9nLmE2aSfH") });

export const emailInPath = z.object({ email: text("The address of the account.", "admin@demo.example") });

const optionalText = (longest: number, description: string, example: string) =>
  z
    .string()
    .max(longest, { error: "too-long" })
    .optional()
    .meta({ description, examples: [example] });

const lastDays = z.enum(["yes"], { error: "unknown-choice" }).optional().meta({
  description: "With `Last_days`: on which day each document ends that has a last day. A lookup also has `ended`.",
});

export const lastDaysInQuery = z.object({ lastDays });

const format = z.enum(["sd-jwt"], { error: "unknown-choice" }).optional().meta({
  description: "Answers a signed statement of the record instead: an SD-JWT VC, as `application/dc+sd-jwt`.",
});

export const lookupInQuery = z.object({
  lastDays,
  format,
  name: optionalText(
    800,
    "The name on the paper. Needed where the operator asks for it; without it nothing is found there.",
    "Rahim Uddin",
  ),
});

export const eitherInQuery = lookupInQuery.extend({
  number: optionalText(
    100,
    "The number, for one with signs such as a slash. It is taken instead of the one in the path, which is then any text.",
    "201/2024/2/0123456",
  ),
});

export const maxRows = 500;

/** A program that follows the specification knows no pages: it gets the whole list, up to so many. */
export const maxInWholeList = 5000;

/** Digits in the query, documented as a number. */
const rows = z
  .string()
  .regex(/^[1-9]\d{0,2}$/, { error: "unknown-choice" })
  .transform(Number)
  .refine((count) => count <= maxRows, { error: "unknown-choice" })
  .meta({
    type: "integer",
    minimum: 1,
    maximum: maxRows,
    description: `So many at most. Without it and \`cursor\`: all, up to 5,000; with \`cursor\` alone: 50.`,
  });

const cursor = z.string().max(2000, { error: "too-long" }).meta({ description: "From the `Link` of the page before." });

const page = { limit: rows.optional(), cursor: cursor.optional() };

export const departureInQuery = z.object({
  why: z
    .enum(departures, { error: "unknown-choice" })
    .optional()
    .meta({ description: "`left` or `suspected`: why the person loses the account." }),
});

export const accountListInQuery = z.object({
  ...page,
  search: optionalText(200, "Part of an address or a name.", "admin@"),
});

const choice = <const Choices extends string[]>(choices: Choices, about: { description: string; default?: string }) =>
  z.enum(choices, { error: "unknown-choice" }).optional().meta(about);

export const listInQuery = z.object({
  ...page,
  lastDays,
  search: optionalText(
    200,
    "Words of a name in any order or parts of them, a whole number, or its last four characters. Under three letters: how the name begins.",
    "rahim",
  ),
  status: choice(["Approved", "Denied"], { description: "Only these." }),
  hidden: choice(["No", "yes"], { description: "Only these." }),
  fields: z
    .string()
    .max(4000, { error: "too-long" })
    .optional()
    .meta({
      description:
        'Fields and papers of the operator that can be searched (`isSearched` in `GET /fields` and `GET /papers`), as JSON: only records whose whole value is this, whatever its case and spaces; "yes" for a paper that is there; "" for records that have none. Until all records are found by it, 409.',
      examples: ['{"f2": "QA"}'],
    }),
  sort: choice(["name", "added", "changed"], { description: "By name, or the newest first.", default: "name" }),
});
