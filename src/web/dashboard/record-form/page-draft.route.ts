import { PortalError } from "#core/errors.ts";
import type { AccountActor } from "#core/accounts/actor.ts";
import { signedInVisit } from "../../frame/known-visitor.server.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { readFields } from "../../frame/read-form.server.ts";
import type { Visit } from "../../frame/visit.server.ts";
import { saveWhileTyping } from "./add-form.server.ts";
import { takenNumbers } from "./form-answers.server.ts";
import { readSavedForm } from "./read-record-form.server.ts";
import type { Autosaved } from "./shown-form.ts";
import { redirectInApp } from "../../frame/redirect-in-app.server.ts";
import { pages } from "../../pages.ts";
import { draftFields } from "../page-draft/autosave.ts";
import { endDraftOf, saveDraftOf } from "../page-draft/page-draft.server.ts";
import type { Route } from "./+types/page-draft.route.ts";

/** Redirects to the dashboard: no link leads to this path. */
export const loader = (): Response => redirectInApp(pages.dashboard.path);

/** Saves what somebody types, or ends its draft. Pages send this by themselves, each in the name of one person. */
export async function action({ request, context }: Route.ActionArgs) {
  const { visit, actor } = await signedInVisit(context);
  const sent = await readFields(request);
  return orErrorPage(visit, async () => {
    // Somebody else may have signed in since the page was rendered.
    if (sent.get(draftFields.person) !== actor.id) throw new PortalError("not-signed-in");
    const answer = await kept(visit, actor, sent);
    return answer ? Response.json(answer) : new Response(null, { status: 204 });
  });
}

const ofSave: readonly string[] = [draftFields.name, draftFields.person, "do"];

async function kept(visit: Visit, actor: AccountActor, sent: URLSearchParams): Promise<Autosaved | null> {
  const name = sent.get(draftFields.name) ?? "";
  const does = sent.get("do");
  if (does === "keep-record") return saveWhileTyping(visit, actor, await readSavedForm(visit, sent));
  if (does === "check-numbers") {
    const { name: id, particulars } = await readSavedForm(visit, sent);
    const numbers = await takenNumbers(visit, actor, particulars, id);
    return { opening: "", state: "saved", savedAt: "", name: id, missing: [], ...numbers };
  }
  if (does === "keep") {
    const fields = [...sent].filter(([field]) => !ofSave.includes(field));
    await saveDraftOf(visit.portal, actor, name, fields);
  } else await endDraftOf(visit.portal, actor, name);
  return null;
}
