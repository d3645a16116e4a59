import { isPartOf, type WithFeatures } from "#core/settings/features.ts";
import { pageTable } from "../pages.ts";

/** False for the address of a page whose feature is off. Operators write links into menus and texts, which stay as they are. */
export const leadsToPage = (site: WithFeatures, address: string): boolean =>
  !pageTable.some((page) => !isPartOf(site, page) && addressesOf(page.path).test(address));

/** Matches the path, also with a query or fragment, as the routes read it. */
const addressesOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(/:\w+/g, "[^/?#]+")}/*(?:[?#]|$)`, "i");
