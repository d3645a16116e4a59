import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Role } from "#core/staff/roles.ts";
import { m } from "#i18n/compiled/messages.js";
import { roleName } from "#design/role-name.ts";
import { Fact, Facts } from "#design/page/facts.tsx";
import { keyed } from "#design/page/keys.ts";
import { MailNote } from "../frame/mail-note.tsx";
import { PageFrame } from "#design/page/page-frame.tsx";
import type { ShownMember } from "./member.ts";
import { AccountState, SecondStep, YouMark } from "./member-words.tsx";
import { StaffAction } from "./staff-action.tsx";
import type { StaffActionId } from "./staff-actions.ts";

type MemberPageProps = { operatorName: string; list: string; member: ShownMember; keepsMail: boolean };

/** One account: how it stands, and all that an admin may do with it. */
export function MemberPage({ operatorName, list, member, keepsMail }: MemberPageProps) {
  const { id, name, email, role, isYou, isConfirmed, isSuspended, hasApp, passkeys, sessions, since } = member;
  const here = `${list}/${id}`;
  const button = (deed: StaffActionId, label: string, { isDone = false, back = here } = {}) => (
    <StaffAction deed={deed} member={member} label={label} isDone={isDone} back={back} className="quiet-button" />
  );
  return (
    <PageFrame title={name} operatorName={operatorName}>
      <p>
        <Link to={list} className="inline-flex min-h-11 items-center" {...keyed("u", m.staff_back())}>
          {m.staff_back()}
        </Link>
      </p>
      <Facts>
        <Fact term={m.email()}>
          <span className="wrap-anywhere">{email}</span> {isYou && <YouMark />}
        </Fact>
        <Fact term={m.role()}>{roleName(role)}</Fact>
        <Fact term={m.staff_state()}>
          <AccountState {...member} />
        </Fact>
        <Fact term={m.second_step()}>
          <SecondStep hasApp={hasApp} passkeys={passkeys} />
        </Fact>
        <Fact term={m.staff_sessions()}>
          {sessions.count > 0 ? m.staff_sessions_in(sessions) : m.staff_sessions_none()}
        </Fact>
        <Fact term={m.staff_since()}>{since}</Fact>
      </Facts>
      {!isConfirmed && (
        <Part title={m.staff_confirm()} text={m.staff_confirm_text()}>
          {button("confirm", m.staff_confirm())}
          {keepsMail && <MailNote />}
        </Part>
      )}
      <Part title={m.role()} text={isConfirmed ? m.staff_roles_text() : m.staff_roles_unconfirmed()}>
        {roleChoices.map(({ deed, label }) => (
          <span key={deed}>{button(deed, label(), { isDone: role === deed })}</span>
        ))}
      </Part>
      {sessions.count > 0 && (
        <Part title={m.staff_sessions()} text={m.staff_end_sessions_text()}>
          {button("sign-out", m.staff_end_sessions())}
        </Part>
      )}
      {(hasApp || passkeys.count > 0) && (
        <Part title={m.second_step()} text={m.staff_take_factors_text()}>
          {button("take-factors-away", m.staff_take_factors())}
        </Part>
      )}
      <Part title={m.staff_account_title()} text={isSuspended ? m.staff_restore_text() : m.staff_suspend_text()}>
        {isSuspended ? button("restore", m.staff_restore()) : button("suspend", m.staff_suspend())}
      </Part>
      <Part title={m.staff_delete()} text={m.staff_delete_text()}>
        {button("delete", m.staff_delete(), { back: list })}
      </Part>
    </PageFrame>
  );
}

const roleChoices: readonly { deed: Role; label: () => string }[] = [
  { deed: "admin", label: m.staff_make_admin },
  { deed: "moderator", label: m.staff_make_moderator },
  { deed: "student", label: m.staff_make_student },
];

const Part = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <section className="grid gap-2 border-t border-line pt-4">
    <h2 className="text-18">{title}</h2>
    <p className="max-w-prose text-quiet">{text}</p>
    <div className="mt-1 flex flex-wrap gap-3">{children}</div>
  </section>
);
