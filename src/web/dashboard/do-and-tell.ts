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
};

/** Does something for a form of one button. The next page says so, or why it was not done. */
export async function doAndTell(
  { report }: Pick<Visit, "report">,
  { deed, id, back, here }: Deed,
  work: () => Promise<unknown>,
): Promise<Response> {
  try {
    await work();
    return goOn(back, deed, id);
  } catch (error) {
    if (isPortalError(error) && error.id === "prove-again") return goTo(leadingTo("/prove-again", here));
    report(error);
    return goOn(back, isPortalError(error) ? (problems.get(error.id) ?? "failed") : "failed");
  }
}

const problems = new Map<ErrorId, DeedId>([
  ["not-found", "gone"],
  ["stale", "stale"],
  ["not-allowed", "refused"],
]);
