import type { ShouldRevalidateFunctionArgs } from "react-router";
import { PortalError } from "#core/errors.ts";
import { newlyShown, safetyLost } from "#core/settings/safeguards.ts";
import { parseNamedOperator, parseSettings, type Settings } from "#core/settings/settings.ts";
import type { Person } from "#core/staff/accounts.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { currentSettings, versionedSettings } from "#operations/settings/current-settings.ts";
import { KeepFormOnFailure, keepFormOnFailure } from "#design/form/keep-form-on-failure.tsx";
import { checkAll } from "../../account/server/check-all.server.ts";
import { signedInVisit } from "../../account/server/known-visitor.server.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { readFields } from "../../frame/read-form.server.ts";
import { redirectToProof } from "../../frame/redirect-with-reload.server.ts";
import { submitForm } from "../../frame/submit-form.server.ts";
import { pages } from "../../pages.ts";
import { redirectInApp } from "../frame/redirect-in-app.server.ts";
import { readSection, shownSection } from "./section-boxes.server.ts";
import { sectionIds } from "./sections.ts";
import { SettingsPage } from "./settings-page.tsx";
import { type Consequence, SettingsQuestion } from "./settings-question.tsx";
import type { Route } from "./+types/settings.route.ts";

const page = pages.settings.path;

/** The second step is shown before, so that nothing is typed in vain. */
export async function loader({ context }: Route.LoaderArgs) {
  const { visit, portal, actor } = await signedInVisit(context);
  if (actor.mustProveAgain) return redirectToProof(page);
  const settings = await orErrorPage(visit, () => currentSettings(portal));
  return { sections: sectionIds.map((id) => shownSection(id, settings)), keepsMail: portal.mailTransport.keepsMails };
}

/** Saves one part of the settings. What makes the site less safe is asked about first. */
export async function action({ request, context }: Route.ActionArgs) {
  const { visit, portal, actor, person } = await signedInVisit(context);
  const form = await readFields(request);
  const { settings: before, version } = await versionedSettings(portal);
  const id = sectionIds.find((one) => one === form.get("section"));
  if (!id) return orErrorPage(visit, () => Promise.reject(new PortalError("not-found")));
  const { change, typed } = readSection(id, form, before);
  const values = { ...typed, section: id, seen: form.get("seen") ?? "" };
  return submitForm(visit, { values, here: page }, async () => {
    // Only this part counts: a change of the date, say, is in nobody's way here.
    if (values.seen !== shownSection(id, before).seen) throw new PortalError("stale");
    const after = checked(before, change);
    const consequences = consequencesOf(before, after, person);
    if (consequences.length > 0 && form.get("agreed") !== consequences.join(" ")) {
      return { consequences, newlyShown: newlyShown(before, after), form: values };
    }
    const { modified } = await changeSettings(portal, actor, { change, expectedVersion: version });
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

/** Whoever demands what they do not have themselves is out as soon as it is saved. */
function consequencesOf(before: Settings, after: Settings, { hasTotp, passkeys }: Person): Consequence[] {
  const demands = before.secondFactor === "optional" && after.secondFactor === "required";
  const isMissing = !hasTotp && passkeys === 0;
  return [...safetyLost(before, after), ...(demands && isMissing ? (["shuts-you-out"] as const) : [])];
}

export const clientAction = (sent: Route.ClientActionArgs) => keepFormOnFailure(sent);

const stale = 412;

/** A form that somebody else was quicker with is shown beside what they saved. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean =>
  actionStatus === stale || defaultShouldRevalidate;

export default function SettingsRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <KeepFormOnFailure answer={actionData}>
      {(answer) =>
        answer && "consequences" in answer ? (
          <SettingsQuestion {...answer} />
        ) : (
          <SettingsPage {...loaderData} sent={answer} />
        )
      }
    </KeepFormOnFailure>
  );
}
