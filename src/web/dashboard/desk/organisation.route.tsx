import { href, Link } from "react-router";
import { otherNamesADay, type StopReason } from "#core/desk/guessing.ts";
import { seenOf } from "#core/desk/organisation.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenCount, writtenTime } from "#i18n/written.ts";
import { inviteToOrganisation } from "#operations/accounts/invitations.ts";
import { changeOrganisation, letGoOn, readOrganisation } from "#operations/desk/organisations.ts";
import { mailState } from "#operations/mails/mail-server.ts";
import { ActionButton } from "#design/form/action-button.tsx";
import { Alarm } from "#design/form/alarm.tsx";
import { Button, buttonClass } from "#design/form/button.tsx";
import { FormPart } from "#design/form/form-parts.tsx";
import { type FormResult, shownForm } from "#design/form/form-result.ts";
import { SendForm } from "#design/form/send-form.tsx";
import { EmailField } from "../../account/form/person-fields.tsx";
import { pages } from "../../pages.ts";
import { FormPage } from "../frame/form-page.tsx";
import { MailNote } from "../frame/operator-note.tsx";
import { readAgainIfStale } from "../frame/read-again-if-stale.ts";
import { readPageWithRecentProof } from "../frame/read-page.server.ts";
import { flashOfMail, redirectInApp } from "../../frame/redirect-in-app.server.ts";
import { handleForm } from "../frame/run-action.server.ts";
import { TextLink } from "../frame/text-link.tsx";
import { shownPageDraft } from "../page-draft/page-draft.server.ts";
import { ShownOnce } from "../settings/shown-once.tsx";
import { OrganisationForm, organisationTyped, organisationValues } from "./organisation-form.tsx";
import type { Route } from "./+types/organisation.route.ts";

export const loader = (args: Route.LoaderArgs) =>
  readPageWithRecentProof(args, async ({ portal, actor }) => {
    const { organisation, stoppedFor, people } = await readOrganisation(portal, actor, args.params.id);
    return {
      name: organisation.name,
      filled: organisationValues(organisation),
      seen: seenOf(organisation),
      draft: await shownPageDraft(portal, actor, `organisation:${args.params.id}`),
      stopped: organisation.stoppedAt === null ? null : writtenTime(organisation.stoppedAt),
      stoppedFor,
      people: people.map(({ id, email }) => ({ id, email })),
      mails: await mailState(portal),
    };
  });

export const action = (args: Route.ActionArgs) =>
  handleForm(
    args,
    async ({ portal, actor, form }) => {
      const { id } = args.params;
      const page = href(pages.organisation.path, { id });
      if (form["do"] === "go-on") {
        await letGoOn(portal, actor, { id });
        return redirectInApp(page, "organisation-goes-on");
      }
      if (form["do"] === "invite") {
        const { link, ...invited } = await inviteToOrganisation(portal, actor, { id }, form);
        if (link !== null) return { ...invited, link };
        return redirectInApp(page, flashOfMail("account-invited", await mailState(portal)));
      }
      await changeOrganisation(portal, actor, { id, seen: form["seen"] ?? "" }, organisationTyped(form));
      return redirectInApp(page, "organisation-saved");
    },
    () => redirectInApp(pages.organisations.path, "not-found"),
  );

export const shouldRevalidate = readAgainIfStale;

export default function OneOrganisation({ loaderData, actionData, params }: Route.ComponentProps) {
  const { name, filled, seen, draft, stopped, stoppedFor, people, mails } = loaderData;
  const page = href(pages.organisation.path, params);
  return (
    <FormPage title={name} answer={actionData} claims={{ invite: ["invite"], save: ["save"] }}>
      {(answer, of) => {
        const made = answer && "link" in answer ? answer : null;
        return (
          <div className="grid grid-cols-1 gap-8">
            <p>
              <TextLink to={pages.organisations.path} label={m.organisations_title()} hotkey="u" />
            </p>
            {stopped && <Stopped {...{ page, name, stopped, stoppedFor }} />}
            {made && (
              <ShownOnce
                key={made.link}
                title={m.invitation_link_title(made)}
                text={m.invitation_link_text({ role: m.role_organisation() })}
                secret={made.link}
              />
            )}
            <FormPart id="people" title={m.organisation_people()} className="gap-4">
              {people.length === 0 && <p>{m.organisation_people_none()}</p>}
              <ul className="grid gap-1">
                {people.map(({ id, email }) => (
                  <li key={id}>
                    <Link to={href(pages.person.path, { id })}>{email}</Link>
                  </li>
                ))}
              </ul>
              <MailNote mails={mails} />
              <Invite key={made?.link} page={page} sent={of("invite")} />
            </FormPart>
            <FormPart id="facts" title={m.organisation_facts()}>
              <OrganisationForm action={page} {...{ filled, seen, draft }} sent={of("save")} />
            </FormPart>
          </div>
        );
      }}
    </FormPage>
  );
}

type StoppedProps = { page: string; name: string; stopped: string; stoppedFor: StopReason | null };

const Stopped = ({ page, name, stopped, stoppedFor }: StoppedProps) => (
  <div className="grid max-w-prose gap-3">
    <Alarm>{m.organisation_stopped({ date: stopped })}</Alarm>
    <p>
      {stoppedFor === "other-names"
        ? m.organisation_stopped_names({ most: writtenCount(otherNamesADay) })
        : m.organisation_stopped_misses()}
    </p>
    <ActionButton
      action={page}
      fields={{ do: "go-on" }}
      label={m.organisation_go_on()}
      of={name}
      className={`${buttonClass({ size: "small" })} justify-self-start`}
    />
  </div>
);

function Invite({ page, sent }: { page: string; sent: FormResult | undefined }) {
  const { field } = shownForm(sent, ["email"], { elsewhere: "email" });
  return (
    <SendForm action={page} className="grid max-w-md gap-5" hidden={{ do: "invite" }}>
      <p className="text-quiet">{m.organisation_invite_text()}</p>
      <EmailField {...field("email")} key={sent?.at} />
      <Button className="justify-self-start">{m.staff_invite_send()}</Button>
    </SendForm>
  );
}
