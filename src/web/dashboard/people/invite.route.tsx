import type { Role } from "#core/accounts/roles.ts";
import { chosenRoles } from "#core/accounts/listed-account.ts";
import type { MailState } from "#core/settings/mail-server.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenTime } from "#i18n/written.ts";
import { mailState } from "#operations/mails/mail-server.ts";
import { ActionButton } from "#design/form/action-button.tsx";
import { Choices } from "#design/form/choices.tsx";
import { Button, buttonClass } from "#design/form/button.tsx";
import { ConfirmBelow } from "#design/form/confirm.tsx";
import { FormPart } from "#design/form/form-parts.tsx";
import { type FormResult, shownForm } from "#design/form/form-result.ts";
import { keyed } from "#design/page/keys.ts";
import { roleName } from "#design/role-name.ts";
import { type Column, DataTable } from "#design/table/data-table.tsx";
import { SendForm } from "#design/form/send-form.tsx";
import { invitePerson, listInvitations, withdrawInvitation } from "#operations/accounts/invitations.ts";
import { EmailField } from "../../account/form/person-fields.tsx";
import { pages } from "../../pages.ts";
import { FormPage } from "../frame/form-page.tsx";
import { MailNote } from "../frame/operator-note.tsx";
import { readPageWithRecentProof } from "../frame/read-page.server.ts";
import { flashOfMail, redirectInApp } from "../../frame/redirect-in-app.server.ts";
import { handleForm } from "../frame/run-action.server.ts";
import { ShownOnce } from "../settings/shown-once.tsx";
import type { Route } from "./+types/invite.route.ts";

const page = pages.invite.path;

export const loader = (args: Route.LoaderArgs) =>
  readPageWithRecentProof(args, async ({ portal, actor }) => {
    const open = await listInvitations(portal, actor);
    return {
      mails: await mailState(portal),
      invitations: open.map(({ until, ...one }) => ({ ...one, until: writtenTime(until) })),
    };
  });

export const action = (args: Route.ActionArgs) =>
  handleForm(
    args,
    async ({ portal, actor, form }) => {
      if (form["do"] === "withdraw") {
        await withdrawInvitation(portal, actor, { id: form["id"] ?? "" });
        return redirectInApp(page, "invitation-withdrawn");
      }
      const { link, ...invited } = await invitePerson(portal, actor, form);
      if (link !== null) return { ...invited, link };
      return redirectInApp(page, flashOfMail("account-invited", await mailState(portal)));
    },
    () => redirectInApp(page, "invitation-gone"),
  );

export default function Invite({ loaderData: { mails, invitations }, actionData }: Route.ComponentProps) {
  return (
    <FormPage title={m.staff_invite()} answer={actionData} claims={{ email: [""] }}>
      {(answer, of) => {
        const made = answer && "link" in answer ? answer : null;
        return (
          <div className="grid grid-cols-1 gap-8">
            {made && (
              <ShownOnce
                key={made.link}
                title={m.invitation_link_title(made)}
                text={m.invitation_link_text({ role: roleName(made.role) })}
                secret={made.link}
              />
            )}
            <InviteForm key={made?.link} mails={mails} sent={of("email")} />
            {invitations.length > 0 && <OpenInvitations invitations={invitations} />}
          </div>
        );
      }}
    </FormPage>
  );
}

function InviteForm({ mails, sent }: { mails: MailState; sent: FormResult | undefined }) {
  const { field } = shownForm(sent, ["email"], { elsewhere: "email", own, ownFields });
  return (
    <SendForm action={page} className="grid max-w-md gap-5">
      <p className="text-quiet">{m.staff_invite_text()}</p>
      <MailNote mails={mails} />
      <EmailField {...field("email")} key={sent?.at} />
      <Choices
        name="role"
        legend={m.role()}
        chosen={sent?.values["role"] ?? "moderator"}
        choices={chosenRoles.map((role) => ({ value: role, label: roleName(role) }))}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button>{m.staff_invite_send()}</Button>
        <a href={pages.people.path} className="inline-flex min-h-11 items-center px-2">
          {m.cancel()}
        </a>
      </div>
    </SendForm>
  );
}

type OpenInvitation = { id: string; email: string; role: Role; until: string };

const OpenInvitations = ({ invitations }: { invitations: readonly OpenInvitation[] }) => (
  <FormPart id="open-invitations" title={m.invitations_open()} className="gap-4">
    <DataTable caption={m.invitations_open()} columns={columns()} rows={invitations} />
  </FormPart>
);

const columns = (): Column<OpenInvitation>[] => [
  { title: m.email(), look: "main", cell: ({ email }) => <span className="py-1 wrap-anywhere">{email}</span> },
  { title: m.role(), look: "state", cell: ({ role }) => roleName(role) },
  { title: m.invitations_until(), isNamed: true, cell: ({ until }) => until },
  {
    title: m.invitation_withdraw(),
    cell: ({ id, email }) => (
      <ConfirmBelow label={m.invitation_withdraw()} of={email} {...keyed("x", m.invitation_withdraw())}>
        {m.invitation_withdraw_text()}
        <ActionButton
          action={page}
          fields={{ do: "withdraw", id }}
          label={m.invitation_withdraw_yes()}
          of={email}
          className={buttonClass({ variant: "danger", size: "small" })}
        />
      </ConfirmBelow>
    ),
  },
];

const own = { internal: m.problem_internal, unavailable: m.problem_unavailable };
const ownFields = { email: { required: m.email_required } };
