import { Form } from "react-router";
import { roles } from "#core/staff/staff-member.ts";
import { m } from "#i18n/compiled/messages.js";
import { Choices } from "#design/form/choices.tsx";
import { Button } from "#design/form/button.tsx";
import { KeepFormOnFailure, keepFormOnFailure } from "#design/form/keep-form-on-failure.tsx";
import { PageFrame } from "#design/page/page-frame.tsx";
import { type FormResult, shownForm } from "#design/form/form-result.ts";
import { roleName } from "#design/role-name.ts";
import { inviteStaff } from "#operations/staff/invitations.ts";
import { EmailField } from "../../account/form/person-fields.tsx";
import { readForm } from "../../frame/read-form.server.ts";
import { signedInVisit } from "../../account/server/known-visitor.server.ts";
import { redirectToProof } from "../../frame/redirect-with-reload.server.ts";
import { submitForm } from "../../frame/submit-form.server.ts";
import { pages } from "../../pages.ts";
import { MailNote } from "../frame/mail-note.tsx";
import { redirectInApp } from "../frame/redirect-in-app.server.ts";
import type { Route } from "./+types/invite.route.ts";

/** The second step is shown before, so that nothing is typed in vain. */
export async function loader({ context }: Route.LoaderArgs) {
  const { portal, actor } = await signedInVisit(context);
  return actor.mustProveAgain ? redirectToProof(pages.invite.path) : { keepsMail: portal.mailTransport.keepsMails };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { visit, portal, actor } = await signedInVisit(context);
  const form = await readForm(request);
  return submitForm(visit, { values: form, here: pages.invite.path }, async () => {
    await inviteStaff(portal, actor, form);
    return redirectInApp(
      pages.people.path,
      portal.mailTransport.keepsMails ? "staff-invitation-kept" : "staff-invited",
    );
  });
}

export const clientAction = (sent: Route.ClientActionArgs) => keepFormOnFailure(sent);

export default function Invite({ loaderData: { keepsMail }, actionData }: Route.ComponentProps) {
  return (
    <KeepFormOnFailure answer={actionData}>
      {(sent) => (
        <PageFrame title={m.staff_invite()}>
          <InviteForm keepsMail={keepsMail} sent={sent} />
        </PageFrame>
      )}
    </KeepFormOnFailure>
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
