import { z } from "zod";
import { checkInput, optionalText, requiredText } from "#core/fields.ts";
import { emailAddress } from "#core/accounts/email.ts";
import { newPasswordProblems } from "#core/accounts/new-account.ts";
import type { PasswordOwner } from "#core/accounts/passwords.ts";
import { isRowId } from "#storage/database/database.ts";
import { codeAsShown } from "./factors/recovery-codes.ts";

/**
 * Like `checkInput`, for a form in which a password is chosen. Without `owner`, the form contains the name and address of
 * the owner.
 */
export const readNewPassword = <Schema extends z.ZodType>(schema: Schema, form: unknown, owner?: PasswordOwner) =>
  checkInput(schema, form, newPasswordProblems(form, owner));

const secretText = (longest: number, tooLong: "too-long" | "password-long") =>
  z.string({ error: "required" }).min(1, { error: "required" }).max(longest, { error: tooLong });

/** The password as typed. The rules for passwords apply only where one is chosen. */
const password = secretText(1000, "password-long");
const code = secretText(40, "too-long").transform(codeAsShown);
const token = secretText(200, "too-long");
/**
 * A link as typed, with a host. A user name and password before the host are refused, because colleagues would read
 * them.
 */
const plainLink = /^https:\/\/[^\s/"<>\\@]+(\/[^\s"<>\\]*)?$/;
const photoLink = z.url({ protocol: /^https$/, error: "link-format" }).regex(plainLink, { error: "link-format" });

const photoUrl = z
  .union([z.literal(""), photoLink.max(500, { error: "too-long" })], { error: "link-format" })
  .transform((url) => url || null);

/** The solution of a challenge that was given because the queue for passwords was full, or a password has a price. */
const proof = z.string().optional();

export const signInForm = z.object({ email: emailAddress, password, proof, waitTicket: z.string().optional() });

export const signUpForm = z.object({
  /** Required on the page; programs may omit it. */
  photoURL: photoUrl
    .refine((url) => url !== null, { error: "required" })
    .optional()
    .transform((url) => url ?? null),
  name: requiredText(100),
  email: emailAddress,
  password,
  proof,
});

export const confirmForm = z.object({ token, password });
export const resetRequestForm = z.object({ email: emailAddress });
export const resetForm = z.object({ token, password });
export const codeForm = z.object({ code });
export const profileForm = z.object({
  name: requiredText(100),
  photoURL: photoUrl.nullish().transform((url) => url ?? null),
});
export const passwordChangeForm = z.object({ currentPassword: password.optional(), password });
/** Omitted by accounts that sign in with a provider only: they have no password. */
export const factorForm = z.object({ password: password.optional() });
export const passkeyForm = z.object({ id: z.string({ error: "required" }).refine(isRowId, { error: "not-text" }) });
export const passkeyNameForm = passkeyForm.extend({ name: optionalText(60) });
