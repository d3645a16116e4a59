import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Role } from "#core/staff/roles.ts";
import { m } from "#i18n/compiled/messages.js";
import { readStaffMember } from "#operations/staff/read-staff-member.ts";
import { roleName } from "#design/role-name.ts";
import { Fact, Facts } from "#design/page/facts.tsx";
import { keyed } from "#design/page/keys.ts";
import { PageFrame } from "#design/page/page-frame.tsx";
import { knownVisitor } from "../../account/server/known-visitor.server.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { visitContext } from "../../frame/visit.server.ts";
import { MailNote } from "../frame/mail-note.tsx";
import { useDashboard } from "../frame/use-dashboard.ts";
import { shownPerson } from "./listed-people.server.ts";
import { PersonAction, type PersonActionId } from "./person-action.tsx";
import { AccountState, SecondStep, type ShownPerson, YouMark } from "./shown-person.tsx";
import type { Route } from "./+types/person.route.ts";

const list = "/dashboard/Admin_Control";

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  const person = await orErrorPage(visit, () => readStaffMember(visit.portal, actor, { id }));
  return { person: shownPerson(person, actor), keepsMail: visit.portal.post.keepsMails };
}

/** One account: how it is, and all that an admin may do with it. */
export default function OnePerson({ loaderData: { person, keepsMail } }: Route.ComponentProps) {
  const { operatorName } = useDashboard();
  return (
    <PageFrame title={person.name} operatorName={operatorName}>
      <p>
        <Link to={list} className="inline-flex min-h-11 items-center" {...keyed("u", m.staff_back())}>
          {m.staff_back()}
        </Link>
      </p>
      <PersonFacts {...person} />
      <PersonActions person={person} keepsMail={keepsMail} />
    </PageFrame>
  );
}

function PersonFacts(person: ShownPerson) {
  const { email, role, isYou, sessions, since } = person;
  return (
    <Facts>
      <Fact term={m.email()}>
        <span className="wrap-anywhere">{email}</span> {isYou && <YouMark />}
      </Fact>
      <Fact term={m.role()}>{roleName(role)}</Fact>
      <Fact term={m.staff_state()}>
        <AccountState {...person} />
      </Fact>
      <Fact term={m.second_step()}>
        <SecondStep {...person} />
      </Fact>
      <Fact term={m.staff_sessions()}>
        {sessions.count > 0 ? m.staff_sessions_in(sessions) : m.staff_sessions_none()}
      </Fact>
      <Fact term={m.staff_since()}>{since}</Fact>
    </Facts>
  );
}

function PersonActions({ person, keepsMail }: { person: ShownPerson; keepsMail: boolean }) {
  const { id, role, isConfirmed, isSuspended, hasApp, passkeys, sessions } = person;
  const button = (action: PersonActionId, label: string, { isDone = false, back = `${list}/${id}` } = {}) => (
    <PersonAction key={action} {...{ action, person, label, isDone, back }} className="quiet-button" />
  );
  return (
    <>
      {!isConfirmed && (
        <Part title={m.staff_confirm()} text={m.staff_confirm_text()}>
          {button("confirm", m.staff_confirm())}
          {keepsMail && <MailNote />}
        </Part>
      )}
      <Part title={m.role()} text={isConfirmed ? m.staff_roles_text() : m.staff_roles_unconfirmed()}>
        {roleChoices.map(([choice, label]) => (
          <span key={choice}>{button(choice, label(), { isDone: role === choice })}</span>
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
    </>
  );
}

const roleChoices: readonly (readonly [Role, () => string])[] = [
  ["admin", m.staff_make_admin],
  ["moderator", m.staff_make_moderator],
  ["student", m.staff_make_student],
];

const Part = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <section className="grid gap-2 border-t border-line pt-4">
    <h2 className="text-18">{title}</h2>
    <p className="max-w-prose text-quiet">{text}</p>
    <div className="mt-1 flex flex-wrap gap-3">{children}</div>
  </section>
);
