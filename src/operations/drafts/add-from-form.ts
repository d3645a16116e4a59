import { type OpenForm, parseOpenForm } from "#core/candidates/draft.ts";
import type { Actor } from "#core/staff/actor.ts";
import { mayKeepDrafts, require } from "#core/staff/permissions.ts";
import type { NewCandidate } from "../candidates/add-candidate.ts";
import { addCandidateOnce } from "../candidates/add-candidate-once.ts";
import type { Portal } from "../portal.ts";
import { endDraft } from "./end-draft.ts";

/** Adds the record that was typed into a form, once for this form, and with it ends the form's draft. */
export async function addFromForm(
  portal: Portal,
  actor: Actor,
  input: NewCandidate & OpenForm,
): Promise<{ id: string }> {
  require(mayKeepDrafts(actor), actor);
  const { particulars, images, ...named } = input;
  const form = parseOpenForm(named);
  return addCandidateOnce(portal, actor, { particulars, images }, form.form, (writer) =>
    endDraft(portal, writer, actor.id, form),
  );
}
