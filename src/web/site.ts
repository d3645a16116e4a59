import { useOutletContext } from "react-router";
import type { SiteFacts } from "#ui/site-facts.ts";
import { needed } from "./needed.ts";
import type { Visit } from "./visit.ts";

export async function siteOf(visit: Visit): Promise<SiteFacts> {
  const { operator, lookupPolicy, dateValue, dateIsSet, menus, officialPlaces } = await needed(visit, visit.settings);
  return {
    operator,
    address: visit.portal.publicOrigin,
    isGuarded: lookupPolicy === "guarded",
    checkedUpTo: dateIsSet ? dateValue : null,
    tiles: menus.tiles,
    officialPlaces,
  };
}

/** The site, in a page below the public layout. */
export const useSite = (): SiteFacts => useOutletContext<SiteFacts>();
