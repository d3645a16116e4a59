import { data } from "react-router";
import { isPortalError } from "#core/errors.ts";
import { answerReport } from "#operations/reports/answer-report.ts";
import { closeReport } from "#operations/reports/close-report.ts";
import type { ReportFormState } from "./report-form.tsx";
import { ReportPage } from "./report-page.tsx";
import { KeepFormOnFailure, keepFormOnFailure } from "#design/form/keep-form-on-failure.tsx";
import { readForm } from "../../frame/read-form.server.ts";
import { knownVisitor } from "../../account/server/known-visitor.server.ts";
import { redirectInApp } from "../frame/redirect-in-app.server.ts";
import { reportWithRecords } from "./report-queue.server.ts";
import { useDashboard } from "../frame/use-dashboard.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { visitContext } from "../../frame/visit.server.ts";
import type { Route } from "./+types/report.route.ts";

const list = "/dashboard/Reports";

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  return orErrorPage(visit, () => reportWithRecords(visit.portal, actor, id));
}

export async function action({ request, context, params: { id } }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const { portal, report } = visit;
  const { actor } = await knownVisitor(visit);
  const form = await readForm(request);
  const does = form["answer"] === undefined ? "outcome" : "answer";
  // Browsers count a line's end as one character and send two.
  const typed = (form[does] ?? "").replaceAll("\r\n", "\n");
  try {
    if (does === "outcome") {
      await closeReport(portal, actor, id, { outcome: typed });
      return redirectInApp(list, "report-closed");
    }
    await answerReport(portal, actor, id, { answer: typed });
    return redirectInApp(`${list}/${id}`, "report-answered");
  } catch (error) {
    if (isPortalError(error) && error.id === "not-found") return redirectInApp(list, "report-gone");
    const problem = isPortalError(error) ? (error.fields?.[does] ?? null) : null;
    if (problem === null) report(error);
    return data<ReportFormState>({ form: does, typed, problem }, { status: problem === null ? 503 : 400 });
  }
}

export const clientAction = (sent: Route.ClientActionArgs) => keepFormOnFailure(sent);

export default function OneReport({ loaderData, actionData }: Route.ComponentProps) {
  const { operatorName } = useDashboard();
  return (
    <KeepFormOnFailure answer={actionData}>
      {(state) => <ReportPage {...loaderData} {...{ state, list, operatorName }} />}
    </KeepFormOnFailure>
  );
}
