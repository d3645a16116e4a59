import { isPortalError } from "#core/errors.ts";
import type { Actor } from "#core/accounts/actor.ts";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import { readRecords, takeRecords } from "../bulk/read-run.ts";
import type { Portal } from "../portal/portal.ts";
import { offerHolderLink, readHolder } from "./holder-links.ts";

/**
 * The holders of the records that were chosen for cards, in three groups: those without a link, those with an unused
 * link, and those who already have the page.
 */
export const holdersOfRun = async (portal: Portal, actor: Actor, runId: string) =>
  inGroups(portal, actor, await readRecords(portal, actor, runId, "cards"));

async function inGroups(portal: Portal, actor: Actor, batches: AsyncIterable<readonly CandidateRecord[]>) {
  const holders = [];
  for await (const records of batches)
    for (const { id } of records) holders.push({ id, ...(await readHolder(portal, actor, id)) });
  const free = holders.filter(({ boundAt }) => boundAt === null);
  return {
    withoutLink: free.filter(({ link }) => link === null),
    offered: free.filter(({ link }) => link !== null),
    bound: holders.filter(({ boundAt }) => boundAt !== null),
  };
}

/**
 * Makes a link for each record that has no holder, one after another, and returns the cards: their codes are stored
 * nowhere. Unused links stay, or are replaced with `again`. So does a link that somebody else makes at the same time.
 * Replacing a holder needs a reason, so it is done for single records only.
 */
export async function offerLinksOfRun(portal: Portal, actor: Actor, runId: string, { again = false } = {}) {
  const { withoutLink, offered } = await inGroups(portal, actor, await takeRecords(portal, actor, runId, "cards"));
  const cards = [];
  for (const { id, name } of again ? [...withoutLink, ...offered] : withoutLink) {
    const code = await offerHolderLink(portal, actor, { id }, {}, { onlyIfNone: !again }).catch((error: unknown) => {
      // The record was deleted or got a holder in the meantime.
      if (!isPortalError(error) || !["not-found", "invalid"].includes(error.id)) throw error;
      return null;
    });
    if (code !== null) cards.push({ id, name, code });
  }
  return cards;
}
