import { useOutletContext } from "react-router";
import { operatorName } from "#core/settings/operator-name.ts";
import type { Settings } from "#core/settings/settings.ts";
import { versionOfCard } from "#operations/settings/site-card.ts";
import type { OfficialElsewhere, SiteFacts } from "#ui/site-facts.ts";
import { needed } from "./needed.ts";
import type { Visit } from "./visit.ts";

export const siteOf = async (visit: Visit): Promise<SiteFacts> =>
  siteFacts(await needed(visit, visit.settings), visit.portal.publicOrigin);

export const siteFacts = (
  { operator, lookupPolicy, dateValue, dateIsSet }: Settings,
  publicOrigin: string,
): SiteFacts => ({
  operator: { ...operator, name: operatorName(operator, publicOrigin) },
  address: publicOrigin,
  isGuarded: lookupPolicy === "guarded",
  checkedUpTo: dateIsSet ? dateValue : null,
  cardVersion: versionOfCard(operator, publicOrigin),
});

/** The site, in a page below the public layout. */
export const useSite = (): SiteFacts => useOutletContext<SiteFacts>();

/** Where a lookup page sends people who want to ask an office. */
export const officialElsewhere = ({ menus, officialPlaces }: Settings): OfficialElsewhere => ({
  tiles: menus.tiles,
  places: officialPlaces,
});
