import { data } from "react-router";
import { isPortalError, PortalError } from "#core/errors.ts";
import type { Visit } from "./visit.server.ts";

/** What no page can be made without; where it cannot be had, the visitor at least gets the right status. */
export async function orErrorPage<Value>({ report }: Pick<Visit, "report">, read: () => Promise<Value>) {
  try {
    return await read();
  } catch (error) {
    report(error);
    // oxlint-disable-next-line typescript/only-throw-error -- React Router takes the status from what is thrown
    throw data(null, { status: isPortalError(error) ? error.status : 500 });
  }
}

export function nothingHere(): never {
  throw new PortalError("not-found");
}
