import { z } from "zod";
import { withoutUnseen } from "../fields.ts";

/**
 * An address in its one spelling: small letters, ASCII only, so that no two accounts have addresses that look alike.
 * What stands before the @ is not a quoted string: no mail service gives such addresses out. Nothing is taken here that
 * the sign-in library would not take later.
 */
export const emailAddress = z
  .string({ error: (issue) => (issue.input === undefined ? "required" : "email-format") })
  .transform((typed) => withoutUnseen(typed).trim())
  .refine((typed) => typed !== "", { error: "required", abort: true })
  .refine((typed) => typed.length <= 254 && shape.test(typed) && z.regexes.email.test(typed), {
    error: "email-format",
    abort: true,
  })
  // After the check: some letters that are not ASCII have a small one that is.
  .transform((typed) => typed.toLowerCase());

const shape =
  /^[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-]+)*@([a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)*[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$/;

export const canonicalEmail = (typed: unknown): string | null => emailAddress.safeParse(typed).data ?? null;
