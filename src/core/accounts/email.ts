import { z } from "zod";
import { withoutInvisibleCharacters } from "../fields.ts";

/**
 * An address in its only spelling: lower case and ASCII only, so that no two accounts have addresses that look alike. The
 * part before the @ may not be a quoted string: no mail service offers such addresses. Every address that is accepted here
 * has to be accepted by the sign-in library later.
 */
export const emailAddress = z
  .string({ error: (issue) => (issue.input === undefined ? "required" : "email-format") })
  .transform((typed) => withoutInvisibleCharacters(typed).trim())
  .refine((typed) => typed !== "", { error: "required", abort: true })
  .refine((typed) => typed.length <= 254 && shape.test(typed) && z.regexes.email.test(typed), {
    error: "email-format",
    abort: true,
  })
  // Runs after the check, because some letters that are not ASCII have a lower-case form that is.
  .transform((typed) => typed.toLowerCase());

const shape =
  /^[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-]+)*@([a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)*[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$/;

export const canonicalEmail = (typed: unknown): string | null => emailAddress.safeParse(typed).data ?? null;

/**
 * Returns the mailbox of an address. All spellings that lead to one mailbox give the same result, so mails to one person
 * can be counted.
 */
export function mailboxOf(email: string): string {
  const [, local = "", domain = ""] = /^([^@]+?)(?:\+[^@]*)?@(.*)$/.exec(email) ?? [];
  const isGmail = domain === "gmail.com" || domain === "googlemail.com";
  return isGmail ? `${local.replaceAll(".", "")}@gmail.com` : `${local}@${domain}`;
}
