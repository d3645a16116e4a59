import type { RouterContextProvider } from "react-router";
import { PortalError } from "#core/errors.ts";
import type { SignedIn } from "#core/staff/accounts.ts";
import { orErrorPage } from "./or-error-page.server.ts";
import { type Visit, visitContext } from "./visit.server.ts";

/** Who is signed in, on a page that nobody else gets to. */
export const knownVisitor = (visit: Visit): Promise<SignedIn> =>
  orErrorPage(visit, async () => {
    const known = await visit.signedIn();
    if (!known) throw new PortalError("not-signed-in");
    return known;
  });

/** All that a loader or an action of such a page begins with. */
export async function signedInVisit(context: Readonly<RouterContextProvider>) {
  const visit = context.get(visitContext);
  return { visit, portal: visit.portal, ...(await knownVisitor(visit)) };
}

/** For the head of every page, which comes also where this cannot be read. */
export async function visitorNameOf({ signedIn, report }: Visit): Promise<string | null> {
  try {
    return (await signedIn())?.person.name ?? null;
  } catch (error) {
    report(error);
    return null;
  }
}
