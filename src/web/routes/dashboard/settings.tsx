import type { ShouldRevalidateFunctionArgs } from "react-router";
import { PortalError } from "#core/errors.ts";
import { currentSettings } from "#operations/settings/current-settings.ts";
import { isSectionId, sectionIds } from "#ui/dashboard/settings/sections.ts";
import { SettingsPage } from "#ui/dashboard/settings/settings-page.tsx";
import { SettingsQuestion } from "#ui/dashboard/settings/settings-question.tsx";
import { TypedStays } from "#ui/dashboard/typed-stays.tsx";
import { readFields } from "../../accounts/forms.ts";
import { goTo } from "../../accounts/go-to.ts";
import { knownVisitor } from "../../accounts/known-visitor.ts";
import { leadingTo } from "../../accounts/return-address.ts";
import { answerOrStay } from "../../dashboard/answer-or-stay.ts";
import { saveSettings } from "../../dashboard/settings/save-settings.ts";
import { shownSection } from "../../dashboard/settings/section-boxes.ts";
import { useDashboard } from "../../dashboard/use-dashboard.ts";
import { needed } from "../../needed.ts";
import { visitContext } from "../../visit.ts";
import type { Route } from "./+types/settings.ts";

const page = "/dashboard/Settings";

/** The second step is shown before, so that nothing is typed in vain. */
export async function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  if (actor.mustProveAgain) return goTo(leadingTo("/prove-again", page));
  const settings = await needed(visit, () => currentSettings(visit.portal));
  const sections = sectionIds.map((id) => shownSection(id, settings));
  return { sections, keepsMail: visit.portal.post.keepsLetters };
}

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const known = await knownVisitor(visit);
  const form = await readFields(request);
  const section = form.get("section") ?? "";
  const id = await needed(visit, async () => (isSectionId(section) ? section : nothingHere()));
  return saveSettings(visit, known, { page, id, form });
}

export const clientAction = (sent: Route.ClientActionArgs) => answerOrStay(sent);

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
    <TypedStays answer={actionData}>
      {(answer) =>
        answer && "consequences" in answer ? (
          <SettingsQuestion {...facts} {...answer} />
        ) : (
          <SettingsPage {...facts} {...loaderData} sent={answer} />
        )
      }
    </TypedStays>
  );
}
