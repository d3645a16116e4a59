import { href, Link } from "react-router";
import { mailAddressOf } from "#core/reports/report.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenTime } from "#i18n/written.ts";
import { answerReport, closeReport } from "#operations/reports/handle-report.ts";
import { type ReadReport, readReport, findReportedRecords } from "#operations/reports/read-reports.ts";
import { KeepFormOnFailure, keepFormOnFailure } from "#design/form/keep-form-on-failure.tsx";
import { keyed } from "#design/page/keys.ts";
import { PageFrame } from "#design/page/page-frame.tsx";
import { readForm } from "../../frame/read-form.server.ts";
import type { FormResult } from "#design/form/form-result.ts";
import { signedInVisit } from "../../account/server/known-visitor.server.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { submitForm } from "../../frame/submit-form.server.ts";
import { pages } from "../../pages.ts";
import { redirectInApp } from "../frame/redirect-in-app.server.ts";
import { listed } from "../records/record-list.server.ts";
import { ReportForm } from "./report-form.tsx";
import { ReportText } from "./report-text.tsx";
import { ReportedRecords } from "./reported-records.tsx";
import type { Route } from "./+types/report.route.ts";

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  const { visit, portal, actor } = await signedInVisit(context);
  return orErrorPage(visit, async () => {
    const read = await readReport(portal, actor, id);
    const records = await findReportedRecords(portal, actor, read.report.about);
    return { report: shownReport(read), records: records.map(listed) };
  });
}

/** Moments are written out; `by` is "" where the account is gone. */
function shownReport({ report: { closedAt, closedBy, ...report }, names }: ReadReport) {
  const { outcome, receivedAt } = report;
  const nameOf = (id: string | null) => names.get(id ?? "") ?? "";
  return {
    ...report,
    /** Where an answer can be mailed to. */
    email: mailAddressOf(report),
    received: writtenTime(receivedAt),
    answers: report.answers.map(({ text, at, by }) => ({ text, when: writtenTime(at), by: nameOf(by) })),
    closed: closedAt === null ? null : { outcome, when: writtenTime(closedAt), by: nameOf(closedBy) },
  };
}

export async function action({ request, context, params: { id } }: Route.ActionArgs) {
  const { visit, portal, actor } = await signedInVisit(context);
  const { answer, outcome = "" } = await readForm(request);
  const values = answer === undefined ? { outcome } : { answer };
  return submitForm(visit, { values, gone: redirectInApp(pages.reports.path, "report-gone") }, async () => {
    if (answer === undefined) {
      await closeReport(portal, actor, id, values);
      return redirectInApp(pages.reports.path, "report-closed");
    }
    await answerReport(portal, actor, id, values);
    return redirectInApp(href(pages.answerReport.path, { id }), "report-answered");
  });
}

export const clientAction = (sent: Route.ClientActionArgs) => keepFormOnFailure(sent);

export default function OneReport({ loaderData: { report, records }, actionData }: Route.ComponentProps) {
  const { id, reference, closed } = report;
  return (
    <KeepFormOnFailure answer={actionData}>
      {(sent) => (
        <PageFrame title={m.reports_report({ reference })}>
          <p>
            <Link
              to={pages.reports.path}
              className="inline-flex min-h-11 items-center"
              {...keyed("u", m.reports_back())}
            >
              {m.reports_back()}
            </Link>
          </p>
          {closed && (
            <Noted title={m.reports_closed_on({ when: closed.when, name: closed.by || m.reports_somebody() })}>
              {closed.outcome}
            </Noted>
          )}
          <ReportText {...report} />
          <ReportedRecords records={records} back={href(pages.answerReport.path, { id })} />
          <Answers report={report} sent={sent} />
          {!closed && (
            <section className="grid gap-3 border-t border-line pt-4">
              <h2 className="text-18">{m.reports_close()}</h2>
              <ReportForm
                name="outcome"
                action={href(pages.answerReport.path, { id })}
                text={m.reports_close_text()}
                sent={sent}
              />
            </section>
          )}
        </PageFrame>
      )}
    </KeepFormOnFailure>
  );
}

type AnswersProps = { report: Route.ComponentProps["loaderData"]["report"]; sent: FormResult | undefined };

const Answers = ({ report, sent }: AnswersProps) => (
  <section className="grid gap-3 border-t border-line pt-4">
    <h2 className="text-18">{m.reports_answer()}</h2>
    {report.answers.map(({ text, when, by }) => (
      <Noted key={when + text} title={m.reports_answered({ when, name: by || m.reports_somebody() })}>
        {text}
      </Noted>
    ))}
    {report.email ? (
      <ReportForm
        key={report.answers.length}
        name="answer"
        action={href(pages.answerReport.path, report)}
        text={m.reports_answer_text({ email: report.email })}
        sent={sent}
      />
    ) : (
      <p className="max-w-prose text-quiet">{report.contact ? m.reports_answer_phone() : m.reports_answer_none()}</p>
    )}
  </section>
);

const Noted = ({ title, children }: { title: string; children: string }) => (
  <div className="max-w-prose border-s-4 border-line-strong ps-4">
    <p className="text-14 text-quiet">{title}</p>
    <p className="whitespace-pre-wrap wrap-anywhere">{children}</p>
  </div>
);
