import { isReference } from "#core/reports/report.ts";
import { m } from "#i18n/compiled/messages.js";
import { spokenLocale } from "#i18n/offered-locales.ts";
import { receiveReport } from "#operations/reports/handle-report.ts";
import { ShareTags } from "../frame/site/share-tags.tsx";
import { readForm } from "../frame/read-form.server.ts";
import { unsubmittedForm, submitForm } from "../frame/submit-form.server.ts";
import { useSite } from "../frame/site/site-facts.ts";
import { visitContext } from "../frame/visit.server.ts";
import { pages } from "../pages.ts";
import type { Route } from "./+types/report.route.ts";
import { ReportForm, reportForm, Thanks } from "./report-form.tsx";

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const form = await readForm(request);
  const { kind = "", about = form["number"] ?? "", message = "", contact = "", reference = "" } = form;
  const values = { kind, about, message, contact };
  const isOnlyAnotherLanguage = form["language"] !== undefined;
  if (isOnlyAnotherLanguage && isReference(reference)) return { reference };
  // Opened from an answer with the number filled in, or shown again in another language with the typed values.
  if (form["step"] === "start" || isOnlyAnotherLanguage) return unsubmittedForm(visit, values);
  return submitForm(visit, { values }, async () => {
    // People do not see this field, so only a program fills it in.
    const isJunk = (form["website"] ?? "") !== "";
    const { clientAddress } = visit;
    const received = await receiveReport(visit.portal, values, { clientAddress, isJunk, language: spokenLocale() });
    return { reference: received.reference };
  });
}

export const handle = { typedForm: reportForm };

export default function Report({ actionData: answer }: Route.ComponentProps) {
  const site = useSite();
  const welcome = m.report_welcome({ operator: site.operator.name });
  return (
    <div className="grid max-w-2xl gap-6">
      <title>{`${m.report_title()} – ${site.operator.name}`}</title>
      <ShareTags site={site} page={pages.report.path} title={m.report_title()} description={welcome} />
      {answer && "reference" in answer ? (
        <Thanks operator={site.operator} reference={answer.reference} />
      ) : (
        <>
          <h1 className="text-28 sm:text-36">{m.report_title()}</h1>
          <p>{welcome}</p>
          <ReportForm result={answer} />
        </>
      )}
    </div>
  );
}
