import { useOutletContext } from "react-router";
import type { Settings } from "#core/settings/settings.ts";
import type { OfficialElsewhere, SiteFacts } from "#ui/site-facts.ts";

/** The site, in a page below the public layout. */
export const useSite = (): SiteFacts => useOutletContext<SiteFacts>();

/** Where a lookup page sends people who want to ask an office. */
export const officialElsewhere = ({ menus, officialPlaces }: Settings): OfficialElsewhere => ({
  tiles: menus.tiles,
  places: officialPlaces,
});
