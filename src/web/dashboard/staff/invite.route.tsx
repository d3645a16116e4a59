import { roles } from "#core/staff/staff-member.ts";
import { inviteStaff } from "#operations/staff/invite-staff.ts";
import { InvitePage } from "./invite-page.tsx";
import { KeepFormOnFailure, keepFormOnFailure } from "#design/form/keep-form-on-failure.tsx";
import { attempt } from "../../account/server/attempt.server.ts";
import { formAgain } from "../../account/server/forms.server.ts";
import { readForm } from "../../frame/read-form.server.ts";
import { redirectWithReload } from "../../frame/redirect-with-reload.server.ts";
import { knownVisitor } from "../../account/server/known-visitor.server.ts";
import { leadingTo } from "../../account/server/return-address.ts";
import { redirectInApp } from "../frame/redirect-in-app.server.ts";
import { useDashboard } from "../frame/use-dashboard.ts";
import { visitContext } from "../../frame/visit.server.ts";
import type { Route } from "./+types/invite.route.ts";

const list = "/dashboard/Admin_Control";
const page = "/dashboard/invite";

/** The second step is shown before, so that nothing is typed in vain. */
export async function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  return actor.mustProveAgain
    ? redirectWithReload(leadingTo("/prove-again", page))
    : { keepsMail: visit.portal.post.keepsMails };
}

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  if (actor.mustProveAgain) return redirectWithReload(leadingTo("/prove-again", page));
  const form = await readForm(request);
  const outcome = await attempt(visit, async () => {
    await inviteStaff(visit.portal, actor, form);
    return { ok: true, cookies: [] };
  });
  return outcome.ok
    ? redirectInApp(list, visit.portal.post.keepsMails ? "staff-invitation-kept" : "staff-invited")
    : formAgain(form, outcome);
}

export const clientAction = (sent: Route.ClientActionArgs) => keepFormOnFailure(sent);

export default function Invite({ loaderData, actionData }: Route.ComponentProps) {
  const { operatorName } = useDashboard();
  return (
    <KeepFormOnFailure answer={actionData}>
      {(state) => (
        <InvitePage {...loaderData} operatorName={operatorName} roles={roles} action={page} back={list} state={state} />
      )}
    </KeepFormOnFailure>
  );
}
