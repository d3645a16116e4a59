import { data, useOutletContext } from "react-router";
import { isPortalError } from "#core/errors.ts";
import type { Settings } from "#core/settings/settings.ts";
import type { Visit } from "./visit.ts";

/** What every public page knows of the site it belongs to. */
export type Site = {
  operator: Settings["operator"];
  /** Whether the number alone is not enough. */
  asksName: boolean;
  /** A day, as "2026-03-01". */
  checkedUpTo: string;
};

/** Without it no page can be made; then the visitor at least gets the right status. */
export async function siteOf({ settings, report }: Visit): Promise<Site> {
  try {
    const { operator, lookupPolicy, dateValue } = await settings();
    return { operator, asksName: lookupPolicy === "guarded", checkedUpTo: dateValue };
  } catch (error) {
    report(error);
    // oxlint-disable-next-line typescript/only-throw-error -- React Router takes the status from what is thrown
    throw data(null, { status: isPortalError(error) ? error.status : 500 });
  }
}

/** The site, in a page below the public layout. */
export const useSite = (): Site => useOutletContext<Site>();
