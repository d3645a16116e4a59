import { type ErrorId, isPortalError } from "#core/errors.ts";
import type { FlashMessageId } from "./flash-messages.ts";
import { redirectWithReload } from "../../frame/redirect-with-reload.server.ts";
import { leadingTo } from "../../account/server/return-address.ts";
import type { Visit } from "../../frame/visit.server.ts";
import { redirectInApp } from "./redirect-in-app.server.ts";

type Deed = {
  /** What is told when it is done. */
  deed: FlashMessageId;
  id: string;
  /** The page that tells it. */
  back: string;
  /** The page that tells why it was not done, where that is another one. */
  otherwise?: string;
  /** The page where it can be done again, for who has to prove themselves first. */
  here: string;
  /** What is told of a problem, where this deed has words of its own for it. */
  told?: Partial<Record<ErrorId, FlashMessageId>>;
};

/** Does something for a form of one button. The next page says so, or why it was not done. */
export async function runAction(
  { report }: Pick<Visit, "report">,
  { deed, id, back, otherwise = back, here, told = {} }: Deed,
  work: () => Promise<unknown>,
): Promise<Response> {
  try {
    await work();
    return redirectInApp(back, deed, id);
  } catch (error) {
    if (isPortalError(error) && error.id === "prove-again") return redirectWithReload(leadingTo("/prove-again", here));
    report(error);
    const problem = isPortalError(error) ? error.id : "internal";
    // What is not there any more has no page of its own.
    return redirectInApp(problem === "not-found" ? back : otherwise, told[problem] ?? problems[problem] ?? "failed");
  }
}

const problems: Partial<Record<ErrorId, FlashMessageId>> = {
  "not-found": "gone",
  "not-allowed": "refused",
  stale: "stale",
  "last-admin": "last-admin",
  "not-confirmed": "staff-unconfirmed",
};
