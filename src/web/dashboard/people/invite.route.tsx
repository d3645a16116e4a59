import { Form } from "react-router";
import { roles } from "#core/staff/staff-member.ts";
import { m } from "#i18n/compiled/messages.js";
import { Choices } from "#design/form/choices.tsx";
import { Button } from "#design/form/button.tsx";
import { keepFormOnFailure } from "#design/form/keep-form-on-failure.tsx";
import { type FormResult, shownForm } from "#design/form/form-result.ts";
import { roleName } from "#design/role-name.ts";
import { inviteStaff } from "#operations/staff/invitations.ts";
import { EmailField } from "../../account/form/person-fields.tsx";
import { redirectToProof } from "../../frame/redirect-with-reload.server.ts";
import { pages } from "../../pages.ts";
import { FormPage } from "../frame/form-page.tsx";
import { MailNote } from "../frame/operator-note.tsx";
import { readPage } from "../frame/read-page.server.ts";
import { redirectInApp } from "../frame/redirect-in-app.server.ts";
import { answerForm } from "../frame/run-action.server.ts";
import type { Route } from "./+types/invite.route.ts";

/** The second step is shown before, so that nothing is typed in vain. */
export const loader = (asked: Route.LoaderArgs) =>
  readPage(asked, async ({ portal, actor }) =>
    actor.mustProveAgain ? redirectToProof(pages.invite.path) : { keepsMail: portal.mailTransport.keepsMails },
  );

export const action = (sent: Route.ActionArgs) =>
  answerForm(sent, async ({ portal, actor, form }) => {
    await inviteStaff(portal, actor, form);
    const isKept = portal.mailTransport.keepsMails;
    return redirectInApp(pages.people.path, isKept ? "staff-invitation-kept" : "staff-invited");
  });

export const clientAction = (sent: Route.ClientActionArgs) => keepFormOnFailure(sent);

export default function Invite({ loaderData: { keepsMail }, actionData }: Route.ComponentProps) {
  return (
    <FormPage title={m.staff_invite()} answer={actionData}>
      {(sent) => <InviteForm keepsMail={keepsMail} sent={sent} />}
    </FormPage>
  );
}

function InviteForm({ keepsMail, sent }: { keepsMail: boolean; sent: FormResult | undefined }) {
  const { field } = shownForm(sent, ["email"], { elsewhere: "email", own, ownFields });
  return (
    <Form method="post" action={pages.invite.path} noValidate className="grid max-w-md gap-5">
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
        <a href={pages.people.path} className="inline-flex min-h-11 items-center px-2">
          {m.cancel()}
        </a>
      </div>
    </Form>
  );
}

const own = { internal: m.problem_internal, unavailable: m.problem_unavailable };
const ownFields = { email: { required: m.email_required } };
