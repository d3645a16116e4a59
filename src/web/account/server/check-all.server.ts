import { type FieldProblem, isPortalError, PortalError } from "#core/errors.ts";

/** Runs all checks of a form, so that the form shows all problems at once. */
export function checkAll(...checks: (() => unknown)[]): void {
  const problems = new Map<string, FieldProblem>();
  for (const check of checks) {
    try {
      check();
    } catch (error) {
      if (!isPortalError(error) || !error.fields) throw error;
      for (const [field, problem] of Object.entries(error.fields)) problems.set(field, problem);
    }
  }
  if (problems.size > 0) throw new PortalError("invalid", { fields: Object.fromEntries(problems) });
}
