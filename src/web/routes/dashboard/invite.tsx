import { roles } from "#core/staff/staff-member.ts";
import { inviteStaff } from "#operations/staff/invite-staff.ts";
import { InvitePage } from "#ui/dashboard/staff/invite-page.tsx";
import { TypedStays } from "#ui/dashboard/typed-stays.tsx";
import { attempt } from "../../accounts/attempt.ts";
import { formAgain, readForm } from "../../accounts/forms.ts";
import { goTo } from "../../accounts/go-to.ts";
import { knownVisitor } from "../../accounts/known-visitor.ts";
import { leadingTo } from "../../accounts/return-address.ts";
import { answerOrStay } from "../../dashboard/answer-or-stay.ts";
import { goOn } from "../../dashboard/go-on.ts";
import { useDashboard } from "../../dashboard/use-dashboard.ts";
import { visitContext } from "../../visit.ts";
import type { Route } from "./+types/invite.ts";

const list = "/dashboard/Admin_Control";
const page = "/dashboard/invite";

/** The second step is shown before, so that nothing is typed in vain. */
export async function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  return actor.mustProveAgain ? goTo(leadingTo("/prove-again", page)) : { keepsMail: visit.portal.post.keepsLetters };
}

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  if (actor.mustProveAgain) return goTo(leadingTo("/prove-again", page));
  const form = await readForm(request);
  const outcome = await attempt(visit, async () => {
    await inviteStaff(visit.portal, actor, form);
    return { ok: true, cookies: [] };
  });
  return outcome.ok
    ? goOn(list, visit.portal.post.keepsLetters ? "staff-invitation-kept" : "staff-invited")
    : formAgain(form, outcome);
}

export const clientAction = (sent: Route.ClientActionArgs) => answerOrStay(sent);

export default function Invite({ loaderData, actionData }: Route.ComponentProps) {
  const { operatorName } = useDashboard();
  return (
    <TypedStays answer={actionData}>
      {(state) => (
        <InvitePage {...loaderData} operatorName={operatorName} roles={roles} action={page} back={list} state={state} />
      )}
    </TypedStays>
  );
}
