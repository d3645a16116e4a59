import { catalogVersions } from "virtual:catalog-versions";
import { operatorName } from "#core/settings/operator-name.ts";
import { isAddedLanguage, languagesOn } from "#core/settings/languages.ts";
import { shownLogo } from "#core/settings/logo.ts";
import type { Settings } from "#core/settings/settings.ts";
import { spokenLocale } from "#i18n/offered-locales.ts";
import { versionOfCard } from "#operations/settings/site-card.ts";
import type { SiteLook } from "./look.tsx";
import type { SiteFacts } from "./site-facts.ts";
import type { Whose } from "./whose-site.tsx";
import type { Visit } from "../visit.server.ts";

export function siteFacts(settings: Settings, publicOrigin: string): SiteFacts {
  const spoken = spokenLocale();
  const { operator, lookupPolicy, dateValue, dateIsSet } = settings;
  return {
    operator: { ...operator, name: operatorName(operator, publicOrigin) },
    look: lookOf(settings),
    languages: languagesOn(settings.languages),
    isDraft: isAddedLanguage(spoken) && settings.languages[spoken]?.confirmed !== catalogVersions[spoken],
    address: publicOrigin,
    lookupPolicy,
    checkedUpTo: dateIsSet ? dateValue : null,
    cardVersion: versionOfCard(settings, publicOrigin),
  };
}

const lookOf = ({ logo, accent }: Pick<Settings, "logo" | "accent">): SiteLook => ({ logo: shownLogo(logo), accent });

/** Returns who runs the site. If the settings cannot be read, the site's address replaces the name. */
export async function whoseSite({ settings, portal }: Pick<Visit, "settings" | "portal">): Promise<Whose> {
  const { operator, logo, accent, lookupPolicy } = await settings().catch(() => nothingYet);
  const { licence, licenceRegister } = operator;
  const name = operatorName(operator, portal.publicOrigin);
  return { name, licence, licenceRegister, look: lookOf({ logo, accent }), lookupPolicy };
}

const nothingYet = {
  operator: { name: "", licence: "", licenceRegister: "" },
  logo: null,
  accent: "",
  lookupPolicy: "open",
} as const;
