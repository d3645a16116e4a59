import { Form } from "react-router";
import { roles } from "#core/staff/staff-member.ts";
import { m } from "#i18n/compiled/messages.js";
import { inviteStaff } from "#operations/staff/invite-staff.ts";
import { Choices } from "#design/form/choices.tsx";
import { Button } from "#design/form/button.tsx";
import { KeepFormOnFailure, keepFormOnFailure } from "#design/form/keep-form-on-failure.tsx";
import { PageFrame } from "#design/page/page-frame.tsx";
import { type FormResult, shownForm } from "#design/form/form-result.ts";
import { roleName } from "#design/role-name.ts";
import { EmailField } from "../../account/form/person-fields.tsx";
import { readForm } from "../../frame/read-form.server.ts";
import { knownVisitor } from "../../account/server/known-visitor.server.ts";
import { leadingTo } from "../../account/server/return-address.ts";
import { redirectWithReload } from "../../frame/redirect-with-reload.server.ts";
import { submitForm } from "../../frame/submit-form.server.ts";
import { visitContext } from "../../frame/visit.server.ts";
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
  const form = await readForm(request);
  return submitForm(visit, { values: form, here: page }, async () => {
    await inviteStaff(visit.portal, actor, form);
    return redirectInApp(list, visit.portal.post.keepsMails ? "staff-invitation-kept" : "staff-invited");
  });
}

export const clientAction = (sent: Route.ClientActionArgs) => keepFormOnFailure(sent);

export default function Invite({ loaderData: { keepsMail }, actionData }: Route.ComponentProps) {
  const { operatorName } = useDashboard();
  return (
    <KeepFormOnFailure answer={actionData}>
      {(sent) => (
        <PageFrame title={m.staff_invite()} operatorName={operatorName}>
          <InviteForm keepsMail={keepsMail} sent={sent} />
        </PageFrame>
      )}
    </KeepFormOnFailure>
  );
}

function InviteForm({ keepsMail, sent }: { keepsMail: boolean; sent: FormResult | undefined }) {
  const { field } = shownForm(sent, ["email"], { elsewhere: "email", own, ownFields });
  return (
    <Form method="post" action={page} noValidate className="grid max-w-md gap-5">
      <p className="text-quiet">{m.staff_invite_text()}</p>
      {keepsMail && <MailNote />}
      <EmailField {...field("email")} key={sent?.at} />
      <Choices
        name="role"
        legend={m.role()}
        chosen={sent?.values["role"] ?? "moderator"}
        choices={roles.map((role) => ({ value: role, label: roleName(role) }))}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button>{m.staff_invite_send()}</Button>
        <a href={list} className="inline-flex min-h-11 items-center px-2">
          {m.cancel()}
        </a>
      </div>
    </Form>
  );
}

const own = { internal: m.problem_internal, unavailable: m.problem_unavailable };
const ownFields = { email: { required: m.email_required } };
