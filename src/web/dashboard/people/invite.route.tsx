import { Form } from "react-router";
import { roles } from "#core/staff/staff-member.ts";
import { m } from "#i18n/compiled/messages.js";
import { inviteStaff } from "#operations/staff/invite-staff.ts";
import { Choices } from "#design/account-form/choices.tsx";
import { SubmitButton } from "#design/account-form/submit-button.tsx";
import { KeepFormOnFailure } from "#design/dashboard/keep-form-on-failure.tsx";
import { PageFrame } from "#design/dashboard/page.tsx";
import { roleName } from "#design/role-name.ts";
import { type FormState, untouched } from "../../account/form/form-state.ts";
import { EmailField } from "../../account/form/person-fields.tsx";
import { shownForm } from "../../account/form/problem-words.ts";
import { attempt } from "../../account/server/attempt.server.ts";
import { formAgain, readForm } from "../../account/server/forms.server.ts";
import { knownVisitor } from "../../account/server/known-visitor.server.ts";
import { leadingTo } from "../../account/server/return-address.ts";
import { redirectWithReload } from "../../frame/redirect-with-reload.server.ts";
import { visitContext } from "../../frame/visit.server.ts";
import { keepFormOnFailure } from "../frame/keep-form-on-failure.ts";
import { MailNote } from "../frame/mail-note.tsx";
import { redirectInApp } from "../frame/redirect-in-app.server.ts";
import { useDashboard } from "../frame/use-dashboard.ts";
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

export default function Invite({ loaderData: { keepsMail }, actionData }: Route.ComponentProps) {
  const { operatorName } = useDashboard();
  return (
    <KeepFormOnFailure answer={actionData}>
      {(state) => (
        <PageFrame title={m.staff_invite()} operatorName={operatorName}>
          <InviteForm keepsMail={keepsMail} state={state} />
        </PageFrame>
      )}
    </KeepFormOnFailure>
  );
}

function InviteForm({ keepsMail, state = untouched }: { keepsMail: boolean; state: FormState | undefined }) {
  const { field } = shownForm(state, ["email"], "email");
  return (
    <Form method="post" action={page} noValidate className="grid max-w-md gap-5">
      <p className="text-quiet">{m.staff_invite_text()}</p>
      {keepsMail && <MailNote />}
      <EmailField {...field("email")} key={JSON.stringify(state)} />
      <Choices
        name="role"
        legend={m.role()}
        chosen={state.typed["role"] ?? "moderator"}
        choices={roles.map((role) => ({ value: role, label: roleName(role) }))}
      />
      <div className="flex flex-wrap items-center gap-3">
        <SubmitButton label={m.staff_invite_send()} />
        <a href={list} className="inline-flex min-h-11 items-center px-2">
          {m.cancel()}
        </a>
      </div>
    </Form>
  );
}
