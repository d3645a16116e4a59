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
  /** The page that tells why it was not done, where that is another one. */
  otherwise?: string;
  /** The page where it can be done again, for who has to prove themselves first. */
  here: string;
  /** What is told of a problem, where this deed has words of its own for it. */
  told?: Partial<Record<ErrorId, DeedId>>;
};

/** Does something for a form of one button. The next page says so, or why it was not done. */
export async function doAndTell(
  { report }: Pick<Visit, "report">,
  { deed, id, back, otherwise = back, here, told = {} }: Deed,
  work: () => Promise<unknown>,
): Promise<Response> {
  try {
    await work();
    return goOn(back, deed, id);
  } catch (error) {
    if (isPortalError(error) && error.id === "prove-again") return goTo(leadingTo("/prove-again", here));
    report(error);
    const problem = isPortalError(error) ? error.id : "internal";
    // What is not there any more has no page of its own.
    return goOn(problem === "not-found" ? back : otherwise, told[problem] ?? problems[problem] ?? "failed");
  }
}

const problems: Partial<Record<ErrorId, DeedId>> = {
  "not-found": "gone",
  "not-allowed": "refused",
  stale: "stale",
  "last-admin": "last-admin",
  "not-confirmed": "staff-unconfirmed",
};
