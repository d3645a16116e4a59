import { offerHolderLink } from "#operations/holders/holder-links.ts";
import { bindByCard } from "#operations/holders/holder-page.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { hashingOnce } from "./accounts/fresh-accounts.ts";
import { admin } from "./accounts/people.ts";

export const pin = "402913";

/** The typed values with which the holder of a test record opens their page. */
export const cardForm = (card: string, different: Record<string, string> = {}) => ({
  card,
  fact: "Amena Begum",
  pin,
  pin2: pin,
  ...different,
});

let clients = 0;
/** Another address on each call, so that rate limits do not add up. Tests of the limits pass one address instead. */
export const freshClient = () => `198.51.100.${(clients = (clients % 250) + 1)}`;

/** Creates a holder who has just opened the page of a record for the first time. */
export async function holderOf(portal: Portal, { id }: { id: string }, different: Record<string, string> = {}) {
  const code = (await offerHolderLink(portal, admin, { id }, {})) ?? "";
  return bindByCard(hashingOnce(portal), cardForm(code, different), freshClient());
}
