import { isPortalError } from "#core/errors.ts";
import type { Actor } from "#core/staff/actor.ts";
import { takeRecords } from "../bulk/read-run.ts";
import type { Portal } from "../portal.ts";
import { offerHolderLink, readHolder } from "./holder-links.ts";

/** The holders of the records that somebody chose for cards: whose link waits, who has none yet, and whose page is theirs already. */
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

/** Makes a link for each of them who has neither a page nor a link, one after another. Who is replaced is a matter of one record and its reason. */
export async function offerLinksOfRun(portal: Portal, actor: Actor, runId: string): Promise<void> {
  const { withoutLink } = await holdersOfRun(portal, actor, runId);
  for (const { id } of withoutLink)
    await offerHolderLink(portal, actor, { id }, {}).catch((error: unknown) => {
      // Deleted meanwhile, or the page became somebody's.
      if (!isPortalError(error) || !["not-found", "invalid"].includes(error.id)) throw error;
    });
}
