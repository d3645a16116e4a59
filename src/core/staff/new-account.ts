import { z } from "zod";
import { checkInput, requiredText } from "../fields.ts";
import { emailAddress } from "./email.ts";
import { newPasswordProblems } from "./new-password.ts";

const longestTyped = 1000;

const newAccount = z.object({
  email: emailAddress,
  name: requiredText(100),
  password: z.string({ error: "required" }).min(1, { error: "required" }).max(longestTyped, { error: "password-long" }),
});
export type NewAccount = z.output<typeof newAccount>;

/** What somebody types who is given an account by a link or a command, without having signed up. */
export function parseNewAccount(form: unknown): NewAccount {
  return checkInput(newAccount, form, newPasswordProblems(form));
}
