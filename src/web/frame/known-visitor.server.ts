import type { RouterContextProvider } from "react-router";
import { PortalError } from "#core/errors.ts";
import type { SignedIn } from "#core/accounts/accounts.ts";
import { orErrorPage } from "./or-error-page.server.ts";
import { type Visit, visitContext } from "./visit.server.ts";

/** Returns the signed-in user. For pages that only signed-in users can open. */
export const requireSignedIn = (visit: Visit): Promise<SignedIn> =>
  orErrorPage(visit, async () => {
    const known = await visit.signedIn();
    if (!known) throw new PortalError("not-signed-in");
    return known;
  });

/** Returns what the loaders and actions of pages for signed-in users need. */
export async function signedInVisit(context: Readonly<RouterContextProvider>) {
  const visit = context.get(visitContext);
  return { visit, portal: visit.portal, ...(await requireSignedIn(visit)) };
}

/** Returns the name for the header of every page. If it cannot be read, the page is shown without it. */
export async function visitorNameOf({ signedIn, report }: Visit): Promise<string | null> {
  try {
    return (await signedIn())?.person.name ?? null;
  } catch (error) {
    report(error);
    return null;
  }
}
