import { PortalError } from "#core/errors.ts";
import { type Feature, isPartOf, type WithFeatures } from "#core/settings/features.ts";
import { switchedOff } from "#core/settings/feature-uses.ts";
import { newlyShown, safetyLost } from "#core/settings/safeguards.ts";
import { type SectionId, sectionIds } from "#core/settings/sections.ts";
import {
  leftRevisionChoices,
  parseNamedOperator,
  parseSettings,
  type Settings,
  settingsOfSection,
} from "#core/settings/settings.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenCount } from "#i18n/written.ts";
import type { Person } from "#core/accounts/accounts.ts";
import { countDueBy } from "#operations/retention/retention-days.ts";
import { hasRevisions } from "#operations/revisions/settle-revisions.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { usesOf } from "#operations/settings/feature-uses.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { currentSettings, versionedSettings } from "#operations/portal/current-settings.ts";
import { useDashboard } from "#design/page/use-dashboard.ts";
import { checkAll } from "../../account/server/check-all.server.ts";
import { signedInVisit } from "../../frame/known-visitor.server.ts";
import { throwNotFound, orErrorPage } from "../../frame/or-error-page.server.ts";
import { readFields } from "../../frame/read-form.server.ts";
import { submitForm } from "../../frame/submit-form.server.ts";
import { draftFields } from "../page-draft/autosave.ts";
import { endingDraft, shownPageDraft } from "../page-draft/page-draft.server.ts";
import { FormPage } from "../frame/form-page.tsx";
import { readAgainIfStale } from "../frame/read-again-if-stale.ts";
import { readPageWithRecentProof } from "../frame/read-page.server.ts";
import { redirectWithReload } from "../../frame/redirect-with-reload.server.ts";
import { redirectInApp } from "../../frame/redirect-in-app.server.ts";
import { readSection, shownSection } from "./section-boxes.server.ts";
import { BackToSettings } from "./back-to-settings.tsx";
import { AllBoxes, settingsSections } from "./section-fields.tsx";
import { SectionForm } from "./section-form.tsx";
import { sectionPath, settingsPageAt } from "./settings-pages.ts";
import { type Consequence, SettingsQuestion } from "./settings-question.tsx";
import type { Route } from "./+types/settings-section.route.ts";

export const loader = (args: Route.LoaderArgs) =>
  readPageWithRecentProof(args, async ({ portal, actor }) => {
    const settings = await currentSettings(portal);
    const id = sectionIn(args.params, settings);
    const draft = await shownPageDraft(portal, actor, `settings:${id}`);
    return { section: shownSection(id, settings), draft };
  });

/** A change that makes the site less safe must be confirmed first. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const { visit, portal, actor, person } = await signedInVisit(context);
  const form = await readFields(request);
  const { settings: before, version } = await versionedSettings(portal);
  const id = await orErrorPage(visit, async () => sectionIn(params, before));
  const page = sectionPath(id);
  const { asked, typed } = readSection(id, form, before);
  const values = { ...typed, seen: form.get("seen") ?? "", [draftFields.name]: draftIn(form, id) };
  const save = async () => {
    // Only this section is compared: a change elsewhere, such as of the date, does not make the form stale.
    if (values.seen !== shownSection(id, before).seen) throw new PortalError("stale");
    const after = checked(id, asked);
    const change = Object.fromEntries(settingsOfSection(before, id).map((name) => [name, after[name]]));
    const consequences = consequencesOf(before, after, person);
    const asksOfRevisions = consequences.includes("four-eyes-off") && (await hasRevisions(portal));
    const leftRevisions = leftRevisionChoices.find((choice) => choice === form.get("leftRevisions"));
    const isAnswered = !asksOfRevisions || leftRevisions !== undefined;
    if (consequences.length > 0 && !(isAnswered && form.get("agreed") === consequences.join(" "))) {
      const due = consequences.includes("records-deleted") ? await countDueBy(portal, after.retention) : null;
      const dueNow = due && { ...due, written: writtenCount(due.count) };
      const off = await Array.fromAsync(switchedOff(before, after), (feature) => shownUse(portal, before, feature));
      return {
        consequences,
        newlyShown: newlyShown(before, after),
        dueNow,
        asksOfRevisions,
        switchedOff: off,
        form: values,
      };
    }
    const { modified } = await changeSettings(portal, actor, {
      change: { ...change, ...(asksOfRevisions && leftRevisions && { leftRevisions }) },
      expectedVersion: version,
    });
    // The document names the zone in which its scripts write.
    if (after.timeZone !== before.timeZone) return redirectWithReload(page, { flash: "settings-saved" });
    return redirectInApp(page, modified === 1 ? "settings-saved" : "settings-kept");
  };
  return submitForm(visit, { values, here: page }, () =>
    endingDraft({ portal, actor }, values[draftFields.name], save),
  );
}

/** The draft of this section, with the stamps of its texts: the form is accepted after a question, without its boxes. */
function draftIn(form: URLSearchParams, id: SectionId): string {
  const sent = form.get(draftFields.name) ?? "";
  return sent.startsWith(`settings:${id} `) ? sent : `settings:${id}`;
}

async function shownUse({ database, now }: Portal, settings: Settings, feature: Feature) {
  const uses = await usesOf({ reader: database.read, settings, now: now() }, feature);
  return { feature, uses: uses.map(({ what, count }) => ({ what, written: writtenCount(count) })) };
}

const sectionIn = ({ section }: Route.LoaderArgs["params"], site: WithFeatures) =>
  sectionIds.find((id) => id === section && settingsPageAt(site, sectionPath(id))) ?? throwNotFound();

function checked(id: SectionId, asked: unknown): Settings {
  checkAll(
    () => parseSettings(asked),
    () => id === "operator" && parseNamedOperator(asked),
  );
  return parseSettings(asked);
}

/** An admin without a second factor who makes it required loses their access as soon as the change is saved. */
function consequencesOf(before: Settings, after: Settings, { hasFactor }: Person): Consequence[] {
  const demands = before.secondFactor === "optional" && after.secondFactor === "required";
  return [...safetyLost(before, after), ...(demands && !hasFactor ? (["shuts-you-out"] as const) : [])];
}

/** The form is shown beside the values that somebody else has saved. */
export const shouldRevalidate = readAgainIfStale;

export default function SettingsSection({ loaderData: { section, draft }, actionData }: Route.ComponentProps) {
  const site = useDashboard();
  const { text, fields = AllBoxes, ...ofText } = settingsSections[section.id];
  return (
    <FormPage title={settingsPageAt(site, sectionPath(section.id))?.label() ?? m.settings_title()} answer={actionData}>
      {(answer) =>
        answer && "consequences" in answer ? (
          <SettingsQuestion {...answer} page={sectionPath(section.id)} />
        ) : (
          <>
            <BackToSettings />
            {text && isPartOf(site, ofText) && <p className="max-w-prose text-quiet">{text()}</p>}
            {/* The key resets a form that came back, so that its first field with a problem takes the focus. */}
            <SectionForm key={`${section.id} ${answer?.at}`} {...{ fields, section, draft }} sent={answer} />
          </>
        )
      }
    </FormPage>
  );
}
