import { data, useOutletContext } from "react-router";
import { isPortalError } from "#core/errors.ts";
import type { OfficialElsewhere, SiteFacts } from "#ui/site-facts.ts";
import { keptHere } from "./kept-here.ts";
import type { Visit } from "./visit.ts";

/** Without it no page can be made; then the visitor at least gets the right status. */
export async function siteOf({ settings, report, publicOrigin }: Visit): Promise<SiteFacts> {
  try {
    const { operator, lookupPolicy, dateValue, dateIsSet } = await settings();
    return {
      operator,
      address: publicOrigin,
      isGuarded: lookupPolicy === "guarded",
      checkedUpTo: dateIsSet ? dateValue : null,
    };
  } catch (error) {
    report(error);
    // oxlint-disable-next-line typescript/only-throw-error -- React Router takes the status from what is thrown
    throw data(null, { status: isPortalError(error) ? error.status : 500 });
  }
}

/** The site, in a page below the public layout. */
export const useSite = (): SiteFacts => useOutletContext<SiteFacts>();

export const KeptPlaces = keptHere<OfficialElsewhere>();

/** Where a lookup page sends people who want to ask an office. */
export async function officialElsewhere({ settings }: Visit): Promise<OfficialElsewhere> {
  const { menus, officialPlaces } = await settings();
  return { tiles: menus.tiles, places: officialPlaces };
}
