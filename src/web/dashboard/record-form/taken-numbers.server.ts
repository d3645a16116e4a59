import type { Particulars } from "#core/records/candidate-record.ts";
import { isPortalError } from "#core/errors.ts";
import type { Actor } from "#core/staff/actor.ts";
import { findDuplicateNumbers } from "#operations/records/duplicate-numbers.ts";
import type { KeptForm } from "./shown-form.ts";
import type { Visit } from "../../frame/visit.server.ts";

/** Which numbers other records have. Whoever asked too often learns it when they save. */
export async function takenNumbers(
  { portal, report }: Visit,
  actor: Actor,
  { passportNumber, irccNumber }: Pick<Particulars, "passportNumber" | "irccNumber">,
  ownId?: string,
): Promise<KeptForm["taken"]> {
  try {
    return await findDuplicateNumbers(portal, actor, { passportNumber, irccNumber, ownId });
  } catch (error) {
    if (!isPortalError(error)) throw error;
    report(error);
    return {};
  }
}
