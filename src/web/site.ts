import { useOutletContext } from "react-router";
import type { Settings } from "#core/settings/settings.ts";
import { needed } from "./needed.ts";
import type { Visit } from "./visit.ts";

/** What every public page knows of the site it belongs to. */
export type Site = {
  operator: Settings["operator"];
  /** Whether the number alone is not enough. */
  asksName: boolean;
  /** A day, as "2026-03-01". */
  checkedUpTo: string;
};

export async function siteOf(visit: Visit): Promise<Site> {
  const { operator, lookupPolicy, dateValue } = await needed(visit, visit.settings);
  return { operator, asksName: lookupPolicy === "guarded", checkedUpTo: dateValue };
}

/** The site, in a page below the public layout. */
export const useSite = (): Site => useOutletContext<Site>();
