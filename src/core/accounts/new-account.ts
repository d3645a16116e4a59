import { z } from "zod";
import type { FieldProblems } from "../errors.ts";
import { type PasswordOwner, passwordProblem } from "./passwords.ts";
import { checkInput, requiredText } from "../fields.ts";
import { emailAddress } from "./email.ts";

const text = z.string().catch("");
const typed = z
  .object({ email: text, name: text, password: text, password2: z.string().optional().catch("") })
  .catch({ email: "", name: "", password: "", password2: undefined });

/** Returns the problems of a new password and of its repetition, to be reported with the other problems of the form. */
export function newPasswordProblems(form: unknown, owner?: PasswordOwner): FieldProblems {
  const { email, name, password, password2 } = typed.parse(form);
  const weakness = password === "" ? null : passwordProblem(password, owner ?? { email, name });
  const differs = password2 !== undefined && password2 !== password;
  return { ...(weakness && { password: weakness }), ...(differs && { password2: "password-differs" }) };
}

const maxTypedLength = 1000;

const newAccount = z.object({
  email: emailAddress,
  name: requiredText(100),
  password: z
    .string({ error: "required" })
    .min(1, { error: "required" })
    .max(maxTypedLength, { error: "password-long" }),
});
export type NewAccount = z.output<typeof newAccount>;

/** Validates the form of a person who gets an account by a link or a command, without signing up. */
export function parseNewAccount(form: unknown): NewAccount {
  return checkInput(newAccount, form, newPasswordProblems(form));
}
