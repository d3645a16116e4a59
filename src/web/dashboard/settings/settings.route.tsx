import type { ShouldRevalidateFunctionArgs } from "react-router";
import { PortalError } from "#core/errors.ts";
import { currentSettings } from "#operations/settings/current-settings.ts";
import { isSectionId, sectionIds } from "./sections.ts";
import { SettingsPage } from "./settings-page.tsx";
import { SettingsQuestion } from "./settings-question.tsx";
import { KeepFormOnFailure, keepFormOnFailure } from "#design/form/keep-form-on-failure.tsx";
import { readFields } from "../../frame/read-form.server.ts";
import { redirectWithReload } from "../../frame/redirect-with-reload.server.ts";
import { knownVisitor } from "../../account/server/known-visitor.server.ts";
import { leadingTo } from "../../account/server/return-address.ts";
import { saveSettings } from "./save-settings.server.ts";
import { shownSection } from "./section-boxes.server.ts";
import { useDashboard } from "../frame/use-dashboard.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { visitContext } from "../../frame/visit.server.ts";
import type { Route } from "./+types/settings.route.ts";

const page = "/dashboard/Settings";

/** The second step is shown before, so that nothing is typed in vain. */
export async function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  if (actor.mustProveAgain) return redirectWithReload(leadingTo("/prove-again", page));
  const settings = await orErrorPage(visit, () => currentSettings(visit.portal));
  const sections = sectionIds.map((id) => shownSection(id, settings));
  return { sections, keepsMail: visit.portal.post.keepsMails };
}

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const known = await knownVisitor(visit);
  const form = await readFields(request);
  const section = form.get("section") ?? "";
  const id = await orErrorPage(visit, async () => (isSectionId(section) ? section : nothingHere()));
  return saveSettings(visit, known, { page, id, form });
}

export const clientAction = (sent: Route.ClientActionArgs) => keepFormOnFailure(sent);

function nothingHere(): never {
  throw new PortalError("not-found");
}

const stale = 412;

/** A form that somebody else was quicker with is shown beside what they saved. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean =>
  actionStatus === stale || defaultShouldRevalidate;

export default function SettingsRoute({ loaderData, actionData }: Route.ComponentProps) {
  const facts = { page, operatorName: useDashboard().operatorName };
  return (
    <KeepFormOnFailure answer={actionData}>
      {(answer) =>
        answer && "consequences" in answer ? (
          <SettingsQuestion {...facts} {...answer} />
        ) : (
          <SettingsPage {...facts} {...loaderData} sent={answer} />
        )
      }
    </KeepFormOnFailure>
  );
}
