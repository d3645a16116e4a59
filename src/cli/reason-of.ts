import { isPortalError } from "#core/errors.ts";

/** In the words of whoever failed: for the operator's terminal, never for a visitor. */
export function reasonOf(error: unknown): string {
  const reason = isPortalError(error) && error.cause !== undefined ? error.cause : error;
  // Node tries several addresses of a name, and says what failed of each.
  if (reason instanceof AggregateError) return reason.errors.map(reasonOf).join("; ");
  if (reason instanceof Error && reason.message === "fetch failed") return reasonOf(reason.cause);
  return reason instanceof Error ? reason.message : String(reason);
}
