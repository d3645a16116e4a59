import { data } from "react-router";
import { isPortalError } from "#core/errors.ts";
import { latestDay } from "#core/latest-day.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenDay } from "#i18n/written.ts";
import { changeDate } from "#operations/settings/change-date.ts";
import { currentSettings } from "#operations/settings/current-settings.ts";
import { DateForm } from "./date-form.tsx";
import { KeepFormOnFailure, keepFormOnFailure } from "#design/form/keep-form-on-failure.tsx";
import { readForm } from "../../frame/read-form.server.ts";
import { knownVisitor } from "../../account/server/known-visitor.server.ts";
import { redirectInApp } from "../frame/redirect-in-app.server.ts";
import { useDashboard } from "../frame/use-dashboard.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { visitContext } from "../../frame/visit.server.ts";
import type { Route } from "./+types/change-date.route.ts";

const page = "/dashboard/change-date";

export async function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const { dateValue, dateIsSet } = await orErrorPage(visit, () => currentSettings(visit.portal));
  return {
    day: dateValue,
    latest: latestDay(visit.portal.now()),
    shown: dateIsSet ? m.checked_up_to({ date: writtenDay(dateValue) }) : null,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  const { dateValue = "" } = await readForm(request);
  if (isDay(dateValue) && dateValue > latestDay(visit.portal.now())) return again(dateValue, m.date_not_yet());
  try {
    const { modified } = await changeDate(visit.portal, actor, dateValue);
    return redirectInApp(page, modified === 1 ? "date-changed" : "date-kept");
  } catch (error) {
    visit.report(error);
    if (isPortalError(error) && error.id === "invalid") return again(dateValue, m.date_unusable());
    return redirectInApp(page, "failed");
  }
}

export const clientAction = (sent: Route.ClientActionArgs) => keepFormOnFailure(sent);

const again = (day: string, problem: string) => data({ day, problem }, 400);

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);

export default function ChangeDate({ loaderData, actionData }: Route.ComponentProps) {
  const { operatorName } = useDashboard();
  return (
    <KeepFormOnFailure answer={actionData}>
      {(answer) => <DateForm {...loaderData} {...{ page, operatorName, problem: undefined, ...answer }} />}
    </KeepFormOnFailure>
  );
}
