import { isPortalError } from "#core/errors.ts";

/** The original message of an error: for the operator's terminal, never for a visitor. */
export function reasonOf(error: unknown): string {
  const reason = isPortalError(error) && error.cause !== undefined ? error.cause : error;
  // Node tries several addresses of a name, and reports the failure of each.
  if (reason instanceof AggregateError) return reason.errors.map(reasonOf).join("; ");
  if (reason instanceof Error && reason.message === "fetch failed") return reasonOf(reason.cause);
  return reason instanceof Error ? reason.message : String(reason);
}
