import { data } from "react-router";
import { isPortalError } from "#core/errors.ts";
import { answerReport } from "#operations/reports/answer-report.ts";
import { closeReport } from "#operations/reports/close-report.ts";
import type { ReportFormState } from "#ui/dashboard/reports/report-form.tsx";
import { ReportPage } from "#ui/dashboard/reports/report-page.tsx";
import { TypedStays } from "#ui/dashboard/typed-stays.tsx";
import { readForm } from "../../accounts/forms.ts";
import { knownVisitor } from "../../accounts/known-visitor.ts";
import { answerOrStay } from "../../dashboard/answer-or-stay.ts";
import { goOn } from "../../dashboard/go-on.ts";
import { reportWithRecords } from "../../dashboard/report-queue.ts";
import { useDashboard } from "../../dashboard/use-dashboard.ts";
import { needed } from "../../needed.ts";
import { visitContext } from "../../visit.ts";
import type { Route } from "./+types/one-report.ts";

const list = "/dashboard/Reports";

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  return needed(visit, () => reportWithRecords(visit.portal, actor, id));
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
      return goOn(list, "report-closed");
    }
    await answerReport(portal, actor, id, { answer: typed });
    return goOn(`${list}/${id}`, "report-answered");
  } catch (error) {
    if (isPortalError(error) && error.id === "not-found") return goOn(list, "report-gone");
    const problem = isPortalError(error) ? (error.fields?.[does] ?? null) : null;
    if (problem === null) report(error);
    return data<ReportFormState>({ form: does, typed, problem }, { status: problem === null ? 503 : 400 });
  }
}

export const clientAction = (sent: Route.ClientActionArgs) => answerOrStay(sent);

export default function OneReport({ loaderData, actionData }: Route.ComponentProps) {
  const { operatorName } = useDashboard();
  return (
    <TypedStays answer={actionData}>
      {(state) => <ReportPage {...loaderData} {...{ state, list, operatorName }} />}
    </TypedStays>
  );
}
