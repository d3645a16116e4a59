import type { Actor } from "#core/accounts/actor.ts";
import { isPortalError } from "#core/errors.ts";
import { stampsIn } from "#core/page-draft.ts";
import { writtenTime } from "#i18n/written.ts";
import { endPageDraft, readPageDrafts, savePageDraft } from "#operations/drafts/page-drafts.ts";
import type { Portal } from "#operations/portal/portal.ts";
import type { ShownPageDraft } from "./page-draft.tsx";

export async function shownPageDraft(portal: Portal, actor: Actor, name: string): Promise<ShownPageDraft> {
  const drafts = await readPageDrafts(portal, actor, name);
  return {
    name,
    drafts: drafts.map(({ opening, number, fields, savedAt }) => ({
      stamp: `${opening}/${number}`,
      fields,
      savedAt: writtenTime(savedAt),
    })),
  };
}

/** Reads "NAME STAMP STAMP …". Pages without scripts send the name alone. */
function namedIn(sent: string) {
  const [name = "", ...stamps] = sent.split(" ");
  return [name, stamps.length > 0 ? stampsIn(stamps.join(" ")) : undefined] as const;
}

export async function saveDraftOf(portal: Portal, actor: Actor, sent: string, fields: readonly [string, string][]) {
  const [name, stamps] = namedIn(sent);
  await savePageDraft(portal, actor, { name, fields }, stamps);
}

/**
 * Runs the work of a form, and ends its page draft if the form was accepted: it leads on, or what it asks for waits for a
 * second admin.
 */
export async function endingDraft<Done>(
  { portal, actor }: { portal: Portal; actor: Actor },
  sent: string | undefined,
  work: () => Promise<Done>,
): Promise<Done> {
  try {
    const done = await work();
    if (done instanceof Response) await endDraftOf(portal, actor, sent);
    return done;
  } catch (error) {
    if (isPortalError(error) && error.until !== undefined) await endDraftOf(portal, actor, sent);
    throw error;
  }
}

/** Ends the page drafts of a form that was saved. `sent` is what the form names. */
export async function endDraftOf(portal: Portal, actor: Actor, sent: string | null | undefined): Promise<void> {
  if (sent) await endPageDraft(portal, actor, ...namedIn(sent));
}
