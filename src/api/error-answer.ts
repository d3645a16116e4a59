import { type FieldProblem, fieldProblems, isPortalError, PortalError } from "#core/errors.ts";

type ErrorBody = {
  error: {
    id: string;
    message: string;
    fields?: Record<string, string>;
    record?: { id: string; name: string };
  };
};

/** The one JSON form of every failure. What is not ours to know becomes `internal`, without its text. */
export function errorAnswer(error: unknown): { status: number; body: ErrorBody; report: boolean } {
  const known = isPortalError(error) ? error : new PortalError("internal", { cause: error });
  const { id, message, fields, record, status, report } = known;
  return {
    status,
    report,
    body: { error: { id, message, ...(fields && { fields: inWords(fields) }), ...(record && { record }) } },
  };
}

const inWords = (fields: Readonly<Record<string, FieldProblem>>) =>
  Object.fromEntries(Object.entries(fields).map(([field, problem]) => [field, fieldProblems[problem]]));
