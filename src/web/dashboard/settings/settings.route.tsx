import type { ShouldRevalidateFunctionArgs } from "react-router";
import { PortalError } from "#core/errors.ts";
import { newlyShown, safetyLost } from "#core/settings/safeguards.ts";
import { parseNamedOperator, parseSettings, type Settings } from "#core/settings/settings.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenCount } from "#i18n/written.ts";
import type { Person } from "#core/accounts/accounts.ts";
import { keepsMails } from "#operations/mails/mail-server.ts";
import { countDueBy } from "#operations/retention/retention-days.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { currentSettings, versionedSettings } from "#operations/settings/current-settings.ts";
import { FormPart } from "#design/form/form-parts.tsx";
import type { FormResult } from "#design/form/form-result.ts";
import { keepFormOnFailure } from "#design/form/keep-form-on-failure.tsx";
import { checkAll } from "../../account/server/check-all.server.ts";
import { signedInVisit } from "../../frame/known-visitor.server.ts";
import { throwNotFound, orErrorPage } from "../../frame/or-error-page.server.ts";
import { readFields } from "../../frame/read-form.server.ts";
import { submitForm } from "../../frame/submit-form.server.ts";
import { pages } from "../../pages.ts";
import { endDraftOf, shownPageDraft } from "../page-draft/page-draft.server.ts";
import { FormPage } from "../frame/form-page.tsx";
import { MailNote, ProxyNote } from "../frame/operator-note.tsx";
import { readPageWithRecentProof } from "../frame/read-page.server.ts";
import { redirectInApp } from "../frame/redirect-in-app.server.ts";
import { TextLink } from "../frame/text-link.tsx";
import { readSection, shownSection } from "./section-boxes.server.ts";
import { settingsParts } from "./section-fields.tsx";
import { SectionForm } from "./section-form.tsx";
import { sectionIds } from "./sections.ts";
import { type Consequence, SettingsQuestion } from "./settings-question.tsx";
import type { Route } from "./+types/settings.route.ts";

const page = pages.settings.path;

export const loader = (args: Route.LoaderArgs) =>
  readPageWithRecentProof(args, async ({ visit, portal, actor }) => {
    const settings = await currentSettings(portal);
    const drafts = await Promise.all(sectionIds.map((id) => shownPageDraft(portal, actor, `settings:${id}`)));
    return {
      drafts,
      sections: sectionIds.map((id) => shownSection(id, settings)),
      /** True if mails are only written into a folder. */
      keepsMail: await keepsMails(portal),
      ignoresProxy: visit.ignoresProxy,
    };
  });

/** Saves one part of the settings. A change that makes the site less safe must be confirmed first. */
export async function action({ request, context }: Route.ActionArgs) {
  const { visit, portal, actor, person } = await signedInVisit(context);
  const form = await readFields(request);
  const { settings: before, version } = await versionedSettings(portal);
  const id = sectionIds.find((one) => one === form.get("section"));
  if (!id) return orErrorPage(visit, async () => throwNotFound());
  const { change, typed } = readSection(id, form, before);
  const values = { ...typed, section: id, seen: form.get("seen") ?? "", "page-draft": `settings:${id}` };
  return submitForm(visit, { values, here: page }, async () => {
    // Only this part is compared: a change elsewhere, such as of the date, does not make the form stale.
    if (values.seen !== shownSection(id, before).seen) throw new PortalError("stale");
    const after = checked(before, change);
    const consequences = consequencesOf(before, after, person);
    if (consequences.length > 0 && form.get("agreed") !== consequences.join(" ")) {
      const due = consequences.includes("records-deleted") ? await countDueBy(portal, after.retention) : null;
      const dueNow = due && { ...due, written: writtenCount(due.count) };
      return { consequences, newlyShown: newlyShown(before, after), dueNow, form: values };
    }
    const { modified } = await changeSettings(portal, actor, { change, expectedVersion: version });
    await endDraftOf(portal, actor, form.get("page-draft"));
    return redirectInApp(page, modified === 1 ? "settings-saved" : "settings-kept");
  });
}

function checked(before: Settings, change: Partial<Settings>): Settings {
  const after = { ...before, ...change };
  checkAll(
    () => parseSettings(after),
    () => change.operator && parseNamedOperator(change),
  );
  return after;
}

/** An admin without a second factor who makes it required loses their access as soon as the change is saved. */
function consequencesOf(before: Settings, after: Settings, { hasFactor }: Person): Consequence[] {
  const demands = before.secondFactor === "optional" && after.secondFactor === "required";
  return [...safetyLost(before, after), ...(demands && !hasFactor ? (["shuts-you-out"] as const) : [])];
}

export const clientAction = (args: Route.ClientActionArgs) => keepFormOnFailure(args);

const stale = 412;

/** Also reloads after a stale form: the form is shown beside the values that somebody else has saved. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean =>
  actionStatus === stale || defaultShouldRevalidate;

export default function SettingsRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <FormPage title={m.settings_title()} answer={actionData}>
      {(answer) => {
        const question = answer && "consequences" in answer ? answer : null;
        const sent = answer && "consequences" in answer ? undefined : answer;
        return (
          <>
            {question && <SettingsQuestion {...question} />}
            {/* Hidden, not removed: values typed into other sections stay while the question is open. */}
            <div hidden={question !== null}>
              <SettingsPage {...loaderData} sent={sent} askedAbout={question?.form["section"]} />
            </div>
          </>
        );
      }}
    </FormPage>
  );
}

type SettingsPageProps = Route.ComponentProps["loaderData"] & {
  sent: FormResult | undefined;
  /** The section about which a question is open. */
  askedAbout: string | undefined;
};

/** All that an admin can set while the site runs, except menus, texts and the date, which have their own pages. */
const SettingsPage = ({ sections, drafts, keepsMail, ignoresProxy, sent, askedAbout }: SettingsPageProps) => (
  <>
    <p className="max-w-prose text-quiet">{m.settings_text()}</p>
    {ignoresProxy && <ProxyNote />}
    {keepsMail && <MailNote />}
    <PartsOfPage />
    <div className="grid max-w-xl grid-cols-1 gap-10">
      {sections.map((section, at) => {
        const { id } = section;
        const own = sent?.values["section"] === id ? sent : undefined;
        return (
          <SectionForm
            key={id}
            {...settingsParts[id]}
            section={section}
            draft={drafts[at]}
            sent={own}
            isAsked={id === askedAbout}
          />
        );
      })}
      <FormPart id="look" title={m.settings_look()} className="gap-2">
        <TextLink to={pages.appearance.path} label={m.look_title()} />
        <TextLink to={pages.languages.path} label={m.languages_title()} />
      </FormPart>
      <FormPart id="mail" title={m.settings_mail()} className="gap-2">
        <p className="text-quiet">{keepsMail ? m.settings_mail_kept() : m.settings_mail_sent()}</p>
        <TextLink to={pages.mailServer.path} label={m.mail_server_title()} />
      </FormPart>
      <FormPart id="programs" title={m.settings_programs()} className="gap-2">
        <p className="text-quiet">{m.settings_programs_text()}</p>
        <TextLink to={pages.apiKeys.path} label={m.api_keys_title()} />
        <TextLink to={pages.webhooks.path} label={m.webhooks_title()} />
      </FormPart>
    </div>
  </>
);

const PartsOfPage = () => (
  <nav aria-label={m.settings_parts()}>
    <ul className="flex flex-wrap gap-x-6">
      {sectionIds.map((id) => (
        <li key={id}>
          <a href={`#${id}`} className="inline-flex min-h-11 items-center">
            {settingsParts[id].title()}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);
