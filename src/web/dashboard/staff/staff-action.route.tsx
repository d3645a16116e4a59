import { PortalError } from "#core/errors.ts";
import { readStaffMember } from "#operations/staff/read-staff-member.ts";
import { ConfirmPage } from "#design/form/confirm.tsx";
import { isStaffAction, questionBefore, type StaffActionId } from "./staff-actions.ts";
import { readForm } from "../../frame/read-form.server.ts";
import { redirectWithReload } from "../../frame/redirect-with-reload.server.ts";
import { knownVisitor } from "../../account/server/known-visitor.server.ts";
import { leadingTo } from "../../account/server/return-address.ts";
import { runAction } from "../frame/run-action.server.ts";
import { backTo } from "../frame/redirect-in-app.server.ts";
import { staffWork } from "./staff-work.server.ts";
import { useDashboard } from "../frame/use-dashboard.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { type Visit, visitContext } from "../../frame/visit.server.ts";
import type { Route } from "./+types/staff-action.route.ts";

const list = "/dashboard/Admin_Control";

/** The question before it, as a page. What is done without one has none. */
export async function loader({ url, context, params: { id, deed: named } }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const deed = await knownAction(visit, named);
  const { actor } = await knownVisitor(visit);
  if (staffWork[deed].needsProof && actor.mustProveAgain)
    return redirectWithReload(leadingTo("/prove-again", url.pathname + url.search));
  const { name, email } = await orErrorPage(visit, () => readStaffMember(visit.portal, actor, { id }));
  const question = await orErrorPage(visit, async () => questionBefore(deed, id === actor.id) ?? nothingHere());
  return { of: name || email, ...question, action: url.pathname, back: backTo(url.searchParams.get("back"), list) };
}

export async function action({ request, url, context, params: { id, deed: named } }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const deed = await knownAction(visit, named);
  const { actor } = await knownVisitor(visit);
  const { does, told } = staffWork[deed];
  const back = backTo((await readForm(request))["back"], list);
  const isAsked = questionBefore(deed, id === actor.id) !== null;
  const here = isAsked ? `${url.pathname}?${new URLSearchParams({ back }).toString()}` : back;
  return runAction(visit, { flash: told, id, back, here, problems: { "not-found": "staff-gone" } }, () =>
    does(visit.portal, actor, { id }),
  );
}

const knownAction = (visit: Visit, deed: string): Promise<StaffActionId> =>
  orErrorPage(visit, async () => (isStaffAction(deed) ? deed : nothingHere()));

function nothingHere(): never {
  throw new PortalError("not-found");
}

export default function StaffQuestion({ loaderData: question }: Route.ComponentProps) {
  return <ConfirmPage {...question} operatorName={useDashboard().operatorName} />;
}
