import { isPortalError } from "#core/errors.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { takeRecords } from "../bulk/read-run.ts";
import type { Portal } from "../portal.ts";
import { offerHolderLink, readHolder } from "./holder-links.ts";

/**
 * The holders of the records that were chosen for cards, in three groups: those with an unused link, those without a
 * link, and those who already have the page.
 */
export async function holdersOfRun(portal: Portal, actor: Actor, runId: string) {
  const holders = [];
  for await (const records of await takeRecords(portal, actor, runId, "cards"))
    for (const { id } of records) holders.push({ id, ...(await readHolder(portal, actor, id)) });
  const free = holders.filter(({ boundAt }) => boundAt === null);
  return {
    cards: free.flatMap(({ id, name, link }) => (link ? [{ id, name, ...link }] : [])),
    withoutLink: free.filter(({ link }) => link === null),
    bound: holders.filter(({ boundAt }) => boundAt !== null),
  };
}

/**
 * Makes a link for each record that has neither a holder nor a link, one after another. A link that somebody else makes
 * at the same time stays. Replacing a holder needs a reason, so it is done for single records only.
 */
export async function offerLinksOfRun(portal: Portal, actor: Actor, runId: string): Promise<void> {
  const { withoutLink } = await holdersOfRun(portal, actor, runId);
  for (const { id } of withoutLink)
    await offerHolderLink(portal, actor, { id }, {}, { onlyIfNone: true }).catch((error: unknown) => {
      // The record was deleted in the meantime.
      if (!isPortalError(error) || error.id !== "not-found") throw error;
    });
}
