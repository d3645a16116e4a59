import type { LookupPolicy } from "#core/records/lookup-policy.ts";
import type { Settings } from "#core/settings/settings.ts";
import { useOutletContext } from "react-router";
import type { Language } from "#core/settings/languages.ts";
import type { SiteLook } from "./look.tsx";

export type Operator = Settings["operator"];

export type SiteFacts = {
  operator: Operator;
  look: SiteLook;
  /** What visitors may choose. */
  languages: readonly Language[];
  /** Whether a machine translated this page, and no person has confirmed it. */
  isDraft: boolean;
  address: string;
  lookupPolicy: LookupPolicy;
  /** A day, as "2026-03-01"; null while nobody has named one. */
  checkedUpTo: string | null;
  /** Of the picture that other pages show beside a link to the site. */
  cardVersion: string;
};

export const useSite = (): SiteFacts => useOutletContext<SiteFacts>();
