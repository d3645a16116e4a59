import { operatorName } from "#core/settings/operator-name.ts";
import type { Settings } from "#core/settings/settings.ts";
import { versionOfCard } from "#operations/settings/site-card.ts";
import type { SiteFacts } from "./site-facts.ts";
import type { Whose } from "./whose-site.tsx";
import type { Visit } from "../visit.server.ts";

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

/** Who runs the site. Where that cannot be read, the address of the site is shown. */
export async function whoseSite({ settings, portal }: Pick<Visit, "settings" | "portal">): Promise<Whose> {
  const operator = await settings().then(
    (known) => known.operator,
    () => nobodyYet,
  );
  const { licence, licenceRegister } = operator;
  return { name: operatorName(operator, portal.publicOrigin), licence, licenceRegister };
}

const nobodyYet = { name: "", licence: "", licenceRegister: "" };
