import { z } from "zod";

/** How a lookup is paid for. */
export const proofHeaders = z.object({
  "Proof-Of-Work": z
    .string()
    .optional()
    .meta({ description: "The solved `challenge` of a 429: base64 of JSON, used once." }),
  "Wait-Ticket": z.string().optional().meta({ description: "The `wait.ticket` of a 429, once the wait is over." }),
});
