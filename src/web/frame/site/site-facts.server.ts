import { countryOfWork } from "#core/settings/offices-for.ts";
import { catalogVersions } from "#i18n/compiled/catalog-versions.js";
import { operatorName, warningIn } from "#core/settings/operator-name.ts";
import { isAddedLanguage, languagesOn } from "#core/settings/languages.ts";
import { shownLogo } from "#core/settings/logo.ts";
import type { Settings } from "#core/settings/settings.ts";
import { spokenLocale } from "#i18n/offered-locales.ts";
import { versionOfCard } from "#operations/settings/site-card.ts";
import type { SiteAppearance } from "./appearance.tsx";
import type { SiteFacts } from "./site-facts.ts";
import type { SiteOperator } from "./site-operator.tsx";
import type { Visit } from "../visit.server.ts";

export function siteFacts(settings: Settings, publicOrigin: string): SiteFacts {
  const spoken = spokenLocale();
  const { operator, features, lookupPolicy, dateValue, dateIsSet } = settings;
  return {
    operator: { ...operator, name: operatorName(operator, publicOrigin) },
    features,
    appearance: appearanceOf(settings),
    languages: languagesOn(settings.languages),
    isDraft: isAddedLanguage(spoken) && settings.languages[spoken]?.confirmed !== catalogVersions[spoken],
    address: publicOrigin,
    lookupPolicy,
    passportExample: passportExample(settings.defaultNationality),
    countryOfWork: countryOfWork(settings),
    warning: warningIn(spoken, settings.fraudWarning),
    checkedUpTo: dateIsSet ? dateValue : null,
    cardVersion: versionOfCard(settings, publicOrigin),
  };
}

/** An invented number, in the form that passports of most people here have. */
const passportExample = (nationality: string) => (/^nepal/i.test(nationality) ? "PA1234567" : "A12345678");

const appearanceOf = ({ logo, accent }: Pick<Settings, "logo" | "accent">): SiteAppearance => ({
  logo: shownLogo(logo),
  accent,
});

/** Returns who runs the site. If the settings cannot be read, the site's address replaces the name. */
export async function siteOperator({ settings, portal }: Pick<Visit, "settings" | "portal">): Promise<SiteOperator> {
  const { operator, logo, accent } = await settings().catch(() => nothingYet);
  const { licence, licenceBangla, licenceRegister } = operator;
  const name = operatorName(operator, portal.publicOrigin);
  return { name, licence, licenceBangla, licenceRegister, appearance: appearanceOf({ logo, accent }) };
}

const nothingYet = {
  operator: { name: "", licence: "", licenceBangla: "", licenceRegister: "" },
  logo: null,
  accent: "",
};
