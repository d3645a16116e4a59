import { type FieldProblem, fieldProblems, isPortalError, StartRefused } from "#core/errors.ts";

/** Says in one sentence why the account cannot be made. `names` are what the operator calls the fields. */
export function refuseAccount(error: unknown, names: Readonly<Record<string, string>>): never {
  const [first] = isPortalError(error) ? Object.entries(error.fields ?? {}) : [];
  if (!first) throw error;
  const [field, problem] = first;
  throw new StartRefused(`${names[field] ?? field} is not usable: ${inOneSentence(problem)}`, { cause: error });
}

const inOneSentence = (problem: FieldProblem) => {
  const words = fieldProblems[problem].replace(/\. (?=[A-Z])/g, "; ");
  return words.charAt(0).toLowerCase() + words.slice(1);
};
