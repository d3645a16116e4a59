import { useOutletContext } from "react-router";
import { operatorName } from "#core/settings/operator-name.ts";
import type { OfficialElsewhere, SiteFacts } from "#ui/site-facts.ts";
import { keptHere } from "./kept-here.ts";
import { needed } from "./needed.ts";
import type { Visit } from "./visit.ts";

export async function siteOf(visit: Visit): Promise<SiteFacts> {
  const { operator, lookupPolicy, dateValue, dateIsSet } = await needed(visit, visit.settings);
  return {
    operator: { ...operator, name: operatorName(operator, visit.portal.publicOrigin) },
    address: visit.portal.publicOrigin,
    isGuarded: lookupPolicy === "guarded",
    checkedUpTo: dateIsSet ? dateValue : null,
  };
}

/** The site, in a page below the public layout. */
export const useSite = (): SiteFacts => useOutletContext<SiteFacts>();

export const KeptPlaces = keptHere<OfficialElsewhere>();

/** Where a lookup page sends people who want to ask an office. */
export async function officialElsewhere(visit: Visit): Promise<OfficialElsewhere> {
  const { menus, officialPlaces } = await needed(visit, visit.settings);
  return { tiles: menus.tiles, places: officialPlaces };
}
