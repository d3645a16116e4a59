import { z } from "zod";
import { checkInput, requiredText } from "../fields.ts";

/** The most that a key allows. Its account may be allowed less. */
export const keyScopes = ["look-up", "read", "write"] as const;
export type KeyScope = (typeof keyScopes)[number];

/**
 * `look-up` only finds and reads records; `read` reads everything; `write` also adds and changes. What cannot be undone
 * needs a second factor, which no program has.
 */
export const mayWithScope = (scope: KeyScope, method: string, isLookUp: boolean): boolean =>
  isLookUp || scope === "write" || (scope === "read" && (method === "GET" || method === "HEAD"));

export const keyDays = [30, 90, 365] as const;
export const maxKeyDays = Math.max(...keyDays);
export const maxKeys = 20;

const newKeySchema = z.object({
  name: requiredText(60),
  scope: z.enum(keyScopes, { error: "unknown-choice" }),
  days: z.coerce.number().pipe(z.literal([...keyDays], { error: "unknown-choice" })),
});
export const parseNewKey = (input: unknown) => checkInput(newKeySchema, input);

/** The name that a program gives itself: the first word of its User-Agent, such as `curl/8.5.0`. */
export const programName = (userAgent: string): string => /^[\w.+/-]{1,40}/.exec(userAgent)?.[0] ?? "";

/** The prefix of every key. It makes a leaked key recognisable. */
export const keyPrefix = "attestry_";
