import type { ReactNode } from "react";
import { href } from "react-router";
import { isStaffRole } from "#core/accounts/roles.ts";
import type { MailState } from "#core/settings/mail-server.ts";
import { m } from "#i18n/compiled/messages.js";
import { mailState } from "#operations/mails/mail-server.ts";
import { readApiKeys, revokeApiKey } from "#operations/accounts/api-keys.ts";
import { readAccount } from "#operations/accounts/read-accounts.ts";
import { roleName } from "#design/role-name.ts";
import { buttonClass } from "#design/form/button.tsx";
import { Fact, Facts } from "#design/page/facts.tsx";
import { FormPart } from "#design/form/form-parts.tsx";
import { PageFrame } from "#design/page/page-frame.tsx";
import { pages } from "../../pages.ts";
import { MailNote } from "../frame/operator-note.tsx";
import { readPage } from "../frame/read-page.server.ts";
import { handleButtons } from "../frame/run-action.server.ts";
import { TextLink } from "../frame/text-link.tsx";
import { ApiKeyTable, shownKeys } from "../settings/api-key-table.tsx";
import { LeftBehind } from "./left-behind.tsx";
import { shownLeft } from "./left-behind.server.ts";
import { PersonAction, type PersonActionId } from "./person-action.tsx";
import { AccountState, SecondStep, type ShownPerson, shownPerson, YouMark } from "./shown-person.tsx";
import type { Route } from "./+types/person.route.ts";

export const loader = (args: Route.LoaderArgs) =>
  readPage(args, async ({ visit, portal, actor }) => {
    const { id } = args.params;
    const person = await readAccount(portal, actor, { id });
    const keys = shownKeys(await readApiKeys(portal, actor, id));
    const { fourEyes } = await visit.settings();
    const worksHere = isStaffRole(person.role) && !person.suspended;
    const left = worksHere ? null : await shownLeft(portal, actor, id);
    const mails = await mailState(portal);
    return { person: shownPerson(person, actor), keys, mails, fourEyes, left: left?.pages.length ? left : null };
  });

const pageOf = (id: string) => href(pages.person.path, { id });

export const action = (args: Route.ActionArgs) => {
  const { id: personId } = args.params;
  return handleButtons(args, {
    page: pageOf(personId),
    buttons: {
      revoke: {
        flash: "api-key-revoked",
        work: (portal, actor, { id }) => revokeApiKey(portal, actor, { id, personId }),
      },
    },
  });
};

export default function OnePerson({ loaderData: { person, keys, mails, fourEyes, left } }: Route.ComponentProps) {
  return (
    <PageFrame title={person.name}>
      <p>
        <TextLink to={pages.people.path} label={m.staff_back()} hotkey="u" />
      </p>
      <PersonFacts {...person} />
      {keys.length > 0 && (
        <FormPart id="keys" title={m.api_keys_title()} className="gap-4">
          <ApiKeyTable caption={m.api_keys_title()} page={pageOf(person.id)} keys={keys} />
        </FormPart>
      )}
      {fourEyes && <p className="max-w-prose">{person.role === "admin" ? m.held_of_admin() : m.held_higher_role()}</p>}
      <PersonActions person={person} hasKeys={keys.length > 0} mails={mails} />
      {left && <LeftBehind name={person.name} {...left} />}
      {left?.pages.some(({ isFrozen }) => !isFrozen) && (
        <PersonAction
          action="suspect"
          back={pageOf(person.id)}
          className={`${buttonClass({ variant: "danger", size: "small" })} justify-self-start`}
          {...{ person }}
        />
      )}
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

const takesAway: ReadonlySet<PersonActionId> = new Set<PersonActionId>([
  "delete",
  "suspend",
  "sign-out",
  "take-factors-away",
]);

type PersonActionsProps = { person: ShownPerson; hasKeys: boolean; mails: MailState };

function PersonActions({ person, hasKeys, mails }: PersonActionsProps) {
  const { id, role, isConfirmed, isSuspended, hasFactor, sessions } = person;
  const button = (does: PersonActionId, { isDone = false, back = pageOf(id) } = {}) => (
    <PersonAction
      key={does}
      {...{ person, isDone, back }}
      action={does}
      className={buttonClass({ variant: takesAway.has(does) ? "danger" : "secondary", size: "small" })}
    />
  );
  return (
    <>
      {!isConfirmed && (
        <Part title={m.staff_confirm()} text={m.staff_confirm_text()}>
          {button("confirm")}
          <MailNote mails={mails} />
        </Part>
      )}
      <Part title={m.role()} text={isConfirmed ? m.staff_roles_text() : m.staff_roles_unconfirmed()}>
        {(["admin", "moderator", "student"] as const).map((choice) => (
          <span key={choice}>{button(choice, { isDone: role === choice })}</span>
        ))}
      </Part>
      {(sessions.count > 0 || hasKeys) && (
        <Part title={m.staff_sessions()} text={m.staff_end_sessions_text()}>
          {button("sign-out")}
        </Part>
      )}
      {hasFactor && (
        <Part title={m.second_step()} text={m.staff_take_factors_text()}>
          {button("take-factors-away")}
        </Part>
      )}
      <Part title={m.staff_account_title()} text={isSuspended ? m.staff_restore_text() : m.staff_suspend_text()}>
        {button(isSuspended ? "restore" : "suspend")}
      </Part>
      <Part title={m.staff_delete()} text={m.staff_delete_text()}>
        {button("delete", { back: pages.people.path })}
      </Part>
    </>
  );
}

const Part = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <section className="grid gap-2 border-t border-line pt-4">
    <h2 className="text-18">{title}</h2>
    <p className="max-w-prose text-quiet">{text}</p>
    <div className="mt-1 flex flex-wrap gap-3">{children}</div>
  </section>
);
