import { z } from "zod";
import { errorIds } from "#core/errors.ts";
import { named } from "./call.ts";

export const insertedSchema = named(
  "Inserted",
  z.strictObject({ insertedId: z.string().meta({ description: "The `_id` of what was added." }) }),
);

export const modifiedSchema = named(
  "Modified",
  z.strictObject({
    matchedCount: z.int().min(1).max(1),
    modifiedCount: z.int().min(0).max(1).meta({ description: "0: it was like that already." }),
  }),
);

export const deletedSchema = named("Deleted", z.strictObject({ deletedCount: z.int().min(1).max(1) }));

export const failureSchema = named(
  "Failure",
  z.object({
    error: z.strictObject({
      id: z.enum(errorIds).meta({ description: "For programs. Does not change." }),
      message: z.string().meta({ description: "For people. May change." }),
      fields: z.record(z.string(), z.string()).optional().meta({ description: "What is wrong with which field." }),
      record: z
        .strictObject({ id: z.string(), name: z.string() })
        .optional()
        .meta({ description: "The record that has this number already, for those who may read it." }),
    }),
  }),
);

export const proofNeededSchema = named(
  "ProofNeeded",
  failureSchema.extend({
    challenge: z
      .looseObject({ parameters: z.looseObject({}), signature: z.string() })
      .optional()
      .meta({ description: "An ALTCHA challenge. Ask again with its solution in the header `Proof-Of-Work`." }),
    wait: z
      .strictObject({ ticket: z.string(), seconds: z.int() })
      .optional()
      .meta({ description: "Or wait for so long and ask again with the ticket in the header `Wait-Ticket`." }),
  }),
);
