import { isReference } from "#core/reports/report.ts";
import { receiveReport } from "#operations/reports/handle-report.ts";
import { readForm } from "../frame/read-form.server.ts";
import { formBegun, submitForm } from "../frame/submit-form.server.ts";
import { useSite } from "../frame/site-facts.ts";
import { visitContext } from "../frame/visit.server.ts";
import type { Route } from "./+types/report.route.ts";
import { reportForm, ReportPage } from "./report-page.tsx";

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const form = await readForm(request);
  const { kind = "", about = form["number"] ?? "", message = "", contact = "", reference = "" } = form;
  const values = { kind, about, message, contact };
  const isOnlyAnotherLanguage = form["language"] !== undefined;
  if (isOnlyAnotherLanguage && isReference(reference)) return { reference };
  // From a result, with what was asked for already in it; or with what was typed in another language.
  if (form["step"] === "start" || isOnlyAnotherLanguage) return formBegun(visit, values);
  return submitForm(visit, { values }, async () => {
    // People do not see this field.
    const isJunk = (form["website"] ?? "") !== "";
    const { clientAddress } = visit;
    const received = await receiveReport(visit.portal, values, { clientAddress, isJunk });
    return { reference: received.reference };
  });
}

export const handle = { typedForm: reportForm };

export default function Report({ actionData }: Route.ComponentProps) {
  return <ReportPage site={useSite()} answer={actionData} />;
}
