import type { Actor } from "#core/accounts/actor.ts";
import { parseSaveStamp } from "#core/page-draft.ts";
import { writtenTime } from "#i18n/written.ts";
import { endPageDraft, readPageDraft } from "#operations/drafts/page-drafts.ts";
import type { Portal } from "#operations/portal/portal.ts";
import type { ShownPageDraft } from "./page-draft.tsx";

export async function shownPageDraft(portal: Portal, actor: Actor, name: string): Promise<ShownPageDraft> {
  const draft = await readPageDraft(portal, actor, name);
  return { name, fields: draft?.fields ?? [], savedAt: draft ? writtenTime(draft.savedAt) : null };
}

/** Ends the page draft of a form that was saved. `sent` is its name, and with scripts after a space also its stamp. */
export async function endDraftOf(portal: Portal, actor: Actor, sent: string | null | undefined): Promise<void> {
  const [name, stamp] = sent?.split(" ") ?? [];
  if (name) await endPageDraft(portal, actor, name, parseSaveStamp(stamp));
}
