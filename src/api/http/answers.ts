import { type FieldProblem, fieldProblems, isPortalError, PortalError } from "#core/errors.ts";

/** Neither caches nor search engines may store these answers. */
export const privateHeaders = { "Cache-Control": "no-store", "X-Robots-Tag": "noindex" };

/** Headers are a plain object: the server passes it on unchanged, which halves the cost of a short answer. */
export const jsonAnswer = (value: unknown, status: number, headers: Readonly<Record<string, string>>): Response =>
  new Response(JSON.stringify(value), { status, headers: { "Content-Type": "application/json", ...headers } });

/** The JSON form of every failure. Unknown errors become `internal`, without their message. */
export function errorAnswer(error: unknown) {
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
