import { endPageDraft, savePageDraft } from "#operations/drafts/page-drafts.ts";
import { signedInVisit } from "../../frame/known-visitor.server.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { readFields } from "../../frame/read-form.server.ts";
import { redirectInApp } from "../frame/redirect-in-app.server.ts";
import { pages } from "../../pages.ts";
import type { Route } from "./+types/page-draft.route.ts";

/** Redirects to the dashboard: no link leads to this path. */
export const loader = (): Response => redirectInApp(pages.dashboard.path);

/** Saves or ends a page draft. Pages send it automatically while the user types. */
export async function action({ request, context }: Route.ActionArgs) {
  const { visit, portal, actor } = await signedInVisit(context);
  const sent = await readFields(request);
  const name = sent.get("page-draft") ?? "";
  const fields = [...sent].filter(([field]) => field !== "page-draft" && field !== "do");
  await orErrorPage(visit, () =>
    sent.get("do") === "keep" ? savePageDraft(portal, actor, { name, fields }) : endPageDraft(portal, actor, name),
  );
  return new Response(null, { status: 204 });
}
