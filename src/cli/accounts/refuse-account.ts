import { type FieldProblem, fieldProblems, isPortalError, StartRefused } from "#core/errors.ts";
import { canonicalEmail } from "#core/accounts/email.ts";
import { UsageError } from "../usage-error.ts";

/** The email address of an account in its stored form. */
export function readEmail(email: string | undefined): string {
  if (email === undefined) throw new UsageError("--email is missing.");
  const canonical = canonicalEmail(email);
  if (canonical === null) throw new UsageError(`--email is not valid: ${email} is not an address.`);
  return canonical;
}

/** Throws one sentence that says why the account cannot be made. `names` are the operator's words for the fields. */
export function refuseAccount(error: unknown, names: Readonly<Record<string, string>>): never {
  const [first] = isPortalError(error) ? Object.entries(error.fields ?? {}) : [];
  if (!first) throw error;
  const [field, problem] = first;
  throw new StartRefused(`${names[field] ?? field} is not valid: ${inOneSentence(problem)}`, { cause: error });
}

const inOneSentence = (problem: FieldProblem) => {
  const words = fieldProblems[problem].replace(/\. (?=[A-Z])/g, "; ");
  return words.charAt(0).toLowerCase() + words.slice(1);
};
