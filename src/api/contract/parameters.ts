import { z } from "zod";

export const nothing = z.object({});

const text = (description: string, example: string) => z.string().meta({ description, examples: [example] });

export const recordInPath = z.object({ id: text("The `_id` of the record.", "6f0c2f3e-58b5-4a3e-9d0e-0f6c1c6f2a11") });

export const passportInPath = z.object({
  passportNumber: text("As printed; small letters, spaces and hyphens do no harm.", "A12345678"),
});

export const irccInPath = z.object({
  value: text("An IRCC number, or else a passport number.", "W123456789"),
});

export const settingsInPath = z.object({ settingsId: text("There is one: `settings`.", "settings") });

export const accountInPath = z.object({ id: text("The `_id` of the account.", "k3JcVbGZt0u7Qx4dPq1wYr9nLmE2aSfH") });

export const emailInPath = z.object({ email: text("The address of the account.", "admin@demo.example") });

const longestName = 800;
export const nameInQuery = z.object({
  name: z
    .string()
    .max(longestName, { error: "too-long" })
    .optional()
    .meta({
      description: "The name on the paper. Needed where the operator asks for it; without it nothing is found there.",
      examples: ["Rahim Uddin"],
    }),
});

const mostRows = 500;

/** Digits in a query, documented as a number. */
const rows = z
  .string()
  .regex(/^[1-9]\d{0,2}$/, { error: "unknown-choice" })
  .transform(Number)
  .refine((count) => count <= mostRows, { error: "unknown-choice" })
  .meta({ type: "integer", minimum: 1, maximum: mostRows, default: 50, description: "So many records at most." });

const cursor = z.string().max(2000, { error: "too-long" }).meta({ description: "From the `Link` of the page before." });

export const accountListInQuery = z.object({
  limit: rows.optional(),
  cursor: cursor.optional(),
  search: z
    .string()
    .max(200, { error: "too-long" })
    .optional()
    .meta({ description: "Part of an address or a name.", examples: ["admin@"] }),
});

export const listInQuery = z.object({
  limit: rows.optional(),
  cursor: cursor.optional(),
  search: z
    .string()
    .max(200, { error: "too-long" })
    .optional()
    .meta({
      description: "Part of a name, or a whole number. Under three letters: how the name begins.",
      examples: ["rahim"],
    }),
  status: z.enum(["Approved", "Denied"], { error: "unknown-choice" }).optional().meta({ description: "Only these." }),
  hidden: z.enum(["No", "yes"], { error: "unknown-choice" }).optional().meta({ description: "Only these." }),
  sort: z
    .enum(["name", "added", "changed"], { error: "unknown-choice" })
    .optional()
    .meta({ description: "By name, or the newest first.", default: "name" }),
});
