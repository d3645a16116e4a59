import { Form } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { Choices } from "#design/form/choices.tsx";
import { type FormState, untouched } from "../../account/form/form-state.ts";
import { EmailField } from "../../account/form/person-fields.tsx";
import { shownForm } from "../../account/form/problem-words.ts";
import { roleName } from "#design/role-name.ts";
import { Button } from "#design/form/button.tsx";
import { MailNote } from "../frame/mail-note.tsx";
import { PageFrame } from "#design/page/page-frame.tsx";

type InvitePageProps = {
  operatorName: string;
  roles: readonly string[];
  action: string;
  back: string;
  /** Whether mails go no further than into a folder. */
  keepsMail: boolean;
  state: FormState | undefined;
};

export function InvitePage({ operatorName, roles, action, back, keepsMail, state = untouched }: InvitePageProps) {
  const { field } = shownForm(state, ["email"], "email");
  return (
    <PageFrame title={m.staff_invite()} operatorName={operatorName}>
      <Form method="post" action={action} noValidate className="grid max-w-md gap-5">
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
          <Button>{m.staff_invite_send()}</Button>
          <a href={back} className="inline-flex min-h-11 items-center px-2">
            {m.cancel()}
          </a>
        </div>
      </Form>
    </PageFrame>
  );
}
