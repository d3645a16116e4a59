import { type ErrorId, isPortalError } from "#core/errors.ts";
import type { DeedId } from "#ui/dashboard/deeds.ts";
import { goTo } from "../accounts/go-to.ts";
import { leadingTo } from "../accounts/return-address.ts";
import type { Visit } from "../visit.ts";
import { goOn } from "./go-on.ts";

type Deed = {
  /** What is told when it is done. */
  deed: DeedId;
  id: string;
  /** The page that tells it. */
  back: string;
  /** The page where it can be done again, for who has to prove themselves first. */
  here: string;
  /** What is told when it is not there any more. */
  gone?: DeedId;
};

/** Does something for a form of one button. The next page says so, or why it was not done. */
export async function doAndTell(
  { report }: Pick<Visit, "report">,
  { deed, id, back, here, gone = "gone" }: Deed,
  work: () => Promise<unknown>,
): Promise<Response> {
  try {
    await work();
    return goOn(back, deed, id);
  } catch (error) {
    if (isPortalError(error) && error.id === "prove-again") return goTo(leadingTo("/prove-again", here));
    report(error);
    const problem = isPortalError(error) ? error.id : "internal";
    return goOn(back, problem === "not-found" ? gone : (problems.get(problem) ?? "failed"));
  }
}

const problems = new Map<ErrorId, DeedId>([
  ["stale", "stale"],
  ["not-allowed", "refused"],
  ["last-admin", "last-admin"],
  ["not-confirmed", "staff-unconfirmed"],
]);
