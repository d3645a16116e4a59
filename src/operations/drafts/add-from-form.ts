import { parseFormName } from "#core/candidates/draft.ts";
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
  input: NewCandidate & { form: string },
): Promise<{ id: string }> {
  require(mayKeepDrafts(actor), actor);
  const { form } = parseFormName(input);
  const { particulars, images } = input;
  return addCandidateOnce(portal, actor, { particulars, images }, form, (writer) =>
    endDraft(portal, writer, actor.id, form),
  );
}
