import { isPortalError } from "#core/errors.ts";
import { readFlash } from "./flash/flash-cookie.server.ts";
import { type FlashProblems, wordsOf } from "./flash/flash-messages.ts";
import { redirectInApp, redirectToHeld } from "./redirect-in-app.server.ts";
import { redirectToProof } from "./redirect-with-reload.server.ts";
import type { Visit } from "./visit.server.ts";

export type Places = {
  /** The page after the action. */
  back: string;
  /** The page that says why the action was not done, if it is not `back`. */
  otherwise?: string;
  /** The page on which the user can repeat the action after giving a recent proof. */
  here: string;
  problems?: FlashProblems;
  /** Returns what the next page shows in a box again after a problem. */
  typed?: () => string;
  /** The thing and the version that the user saw. Without a version, nobody can say what changed since. */
  seen?: string | undefined;
};

/** Returns the response to a one-button form. On an error, the next page says why the action was not done. */
export async function answerOrSayWhy(
  { report }: Pick<Visit, "report">,
  { back, otherwise = back, here, problems = {}, seen, typed }: Places,
  work: () => Promise<Response>,
): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (isPortalError(error) && error.id === "prove-again") return redirectToProof(here);
    if (isPortalError(error) && error.until !== undefined) return redirectToHeld(back, error.until);
    report(error);
    const problem = isPortalError(error) ? error.id : "internal";
    // If the thing no longer exists, `otherwise` may be the page of that thing, so it cannot be shown.
    const place = problem === "not-found" ? back : otherwise;
    const message = problems[problem] ?? problem;
    if (message !== "changed-since") return redirectInApp(place, message, typed && inCookie(typed()));
    return redirectInApp(place, seen ? message : problem, seen);
  }
}

/** Browsers drop cookies of more than 4 kB, and the message with them. */
const inCookie = (text: string) => Buffer.from(text.slice(0, 300)).toString("base64url");

/** Returns what was typed on the page before, which led here because of a problem. */
export function typedBefore(request: Request): string {
  const { message, id } = readFlash(request) ?? {};
  const isTyped = message && message !== "changed-since" && wordsOf(message).isProblem;
  return isTyped ? Buffer.from(id ?? "", "base64url").toString() : "";
}
