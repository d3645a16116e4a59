import { operatorName } from "#core/settings/operator-name.ts";
import type { Settings } from "#core/settings/settings.ts";
import { versionOfCard } from "#operations/settings/site-card.ts";
import type { SiteFacts } from "./site-facts.ts";

/** What visitors may know of the site. */
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
