import { isPortalError, type PortalError } from "#core/errors.ts";
import type { Done, Refused } from "#core/staff/accounts.ts";
import type { FormProblem } from "../form/form-state.ts";
import type { Visit } from "../../frame/visit.server.ts";

/** Takes a step of an account. One that fails on our side is told like any other, so that what was typed stays. */
export async function attempt<More>(
  { report, answerHeaders }: Pick<Visit, "report" | "answerHeaders">,
  step: () => Promise<Done<More> | Refused>,
): Promise<Done<More> | FormProblem> {
  try {
    const outcome = await step();
    if (!outcome.ok && "waitSeconds" in outcome) answerHeaders.set("Retry-After", String(outcome.waitSeconds));
    return outcome;
  } catch (error) {
    const known = isPortalError(error) ? refusalOf(error) : null;
    if (!known) report(error);
    return (
      known ?? { ok: false, problem: isPortalError(error) && error.id === "unavailable" ? "unavailable" : "internal" }
    );
  }
}

function refusalOf({ id, fields }: PortalError): Refused | null {
  if (id === "link-ended") return { ok: false, problem: "link-ended" };
  if (id === "too-many-requests") return { ok: false, problem: "wait" };
  return id === "invalid" && fields ? { ok: false, problem: "fields", fields } : null;
}
