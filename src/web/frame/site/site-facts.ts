import type { LookupPolicy } from "#core/records/lookup-policy.ts";
import type { WithFeatures } from "#core/settings/features.ts";
import type { Settings } from "#core/settings/settings.ts";
import { useOutletContext } from "react-router";
import type { Language } from "#core/settings/languages.ts";
import type { SiteAppearance } from "./appearance.tsx";

export type Operator = Settings["operator"];

export type SiteFacts = WithFeatures & {
  operator: Operator;
  appearance: SiteAppearance;
  languages: readonly Language[];
  /** True if a machine translated this language, and no person has confirmed the translation. */
  isDraft: boolean;
  address: string;
  lookupPolicy: LookupPolicy;
  /** What the number of a passport looks like. */
  passportExample: string;
  /** Where candidates go, such as "AE", if the offices beside the papers tell it. */
  countryOfWork: string | undefined;
  /** The operator's own warning of fraud. Empty while it is off. */
  warning: string;
  /** A day such as "2026-03-01". Null until the operator sets it. */
  checkedUpTo: string | null;
  /** The version of the picture that other sites show beside a link to this site. */
  cardVersion: string;
};

export const useSite = (): SiteFacts => useOutletContext<SiteFacts>();
