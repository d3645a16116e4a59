import { z } from "zod";
import { checkInput, requiredText } from "../fields.ts";

/** The most that a key allows. Its account may be allowed less. */
export const keyScopes = ["read", "write"] as const;
export type KeyScope = (typeof keyScopes)[number];

/** `read` only reads; `write` also adds and changes. What cannot be undone needs a second factor, which no program has. */
export const mayWithScope = (scope: KeyScope, method: string): boolean =>
  scope === "write" || method === "GET" || method === "HEAD";

export const keyDays = [30, 90, 365] as const;
export const maxKeyDays = Math.max(...keyDays);
export const maxKeys = 20;

const newKeySchema = z.object({
  name: requiredText(60),
  scope: z.enum(keyScopes, { error: "unknown-choice" }),
  days: z.coerce.number().pipe(z.literal([...keyDays], { error: "unknown-choice" })),
});
export const parseNewKey = (input: unknown) => checkInput(newKeySchema, input);

/** The prefix of every key. It makes a leaked key recognisable. */
export const keyPrefix = "attestry_";
