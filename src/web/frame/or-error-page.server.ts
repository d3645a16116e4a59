import { data } from "react-router";
import { isPortalError, PortalError } from "#core/errors.ts";
import type { Visit } from "./visit.server.ts";

/**
 * Reads what a page needs. If that fails, reports the error and throws the right status for the error page, with what the
 * page shows besides.
 */
export async function orErrorPage<Value>(
  { report }: Pick<Visit, "report">,
  read: () => Promise<Value>,
  shown: object | null = null,
) {
  try {
    return await read();
  } catch (error) {
    report(error);
    // oxlint-disable-next-line typescript/only-throw-error -- React Router takes the status from what is thrown
    throw data(shown, { status: isPortalError(error) ? error.status : 500 });
  }
}

export function throwNotFound(): never {
  throw new PortalError("not-found");
}
