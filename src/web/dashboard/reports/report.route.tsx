import { href, Link } from "react-router";
import { mailAddressOf } from "#core/reports/report.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenTime } from "#i18n/written.ts";
import { mailState } from "#operations/mails/mail-server.ts";
import { isNumberOnFalsePapers } from "#operations/reports/false-numbers.ts";
import { eitherNumberIn } from "#operations/portal/second-number.ts";
import { currentSettings } from "#operations/portal/current-settings.ts";
import { answerReport, closeReport } from "#operations/reports/handle-report.ts";
import { type ReadReport, readReport, findReportedRecords } from "#operations/reports/read-reports.ts";
import { type FormResult, shownForm } from "#design/form/form-result.ts";
import { type Column, DataTable } from "#design/table/data-table.tsx";
import { Fact, Facts } from "#design/page/facts.tsx";
import { Button } from "#design/form/button.tsx";
import { Field } from "#design/form/field.tsx";
import { SendForm } from "#design/form/send-form.tsx";
import { pages } from "../../pages.ts";
import { FormPage } from "../frame/form-page.tsx";
import { readPage } from "../frame/read-page.server.ts";
import { flashOfMail, redirectInApp } from "../../frame/redirect-in-app.server.ts";
import { handleForm } from "../frame/run-action.server.ts";
import { TextLink } from "../frame/text-link.tsx";
import { PageDraft, type ShownPageDraft } from "../page-draft/page-draft.tsx";
import { shownPageDraft } from "../page-draft/page-draft.server.ts";
import { HideButton, personColumn, secondColumn, stateColumn } from "../record-list/record-columns.tsx";
import { UpdateLink } from "../record-list/record-links.tsx";
import { listed } from "../record-list/record-list.server.ts";
import type { Route } from "./+types/report.route.ts";
import { marksEnds } from "./mark-ends.server.ts";
import { MarkForm } from "./mark-form.tsx";
import { reportKindWords } from "../../report/report-kind-words.ts";

export const loader = (args: Route.LoaderArgs) =>
  readPage(args, async ({ portal, actor }) => {
    const read = await readReport(portal, actor, args.params.id);
    const records = await findReportedRecords(portal, actor, read.report.about);
    const [answer, outcome] = await Promise.all(
      ["answer", "outcome"].map((form) => shownPageDraft(portal, actor, `${form}:${args.params.id}`)),
    );
    const settings = await currentSettings(portal);
    const shown = records.map((record) => listed(record, settings));
    const { about, reference } = read.report;
    const mark = {
      ends: marksEnds(portal),
      number: eitherNumberIn(portal, about) ?? "",
      reason: m.false_numbers_report({ reference }),
    };
    const isMarked = isNumberOnFalsePapers(portal, mark.number);
    return { report: shownReport(read), records: shown, mark, isMarked, drafts: { answer, outcome } };
  });

type ShownReport = ReturnType<typeof shownReport>;

/** Formats times as text. `by` is "" if the account no longer exists. */
function shownReport({ report: { closedAt, closedBy, ...report }, names }: ReadReport) {
  const { outcome, receivedAt } = report;
  const nameOf = (id: string | null) => names.get(id ?? "") ?? "";
  return {
    ...report,
    /** The mail address for an answer; null if the contact is not one. */
    email: mailAddressOf(report),
    received: writtenTime(receivedAt),
    answers: report.answers.map(({ text, at, by }) => ({ text, when: writtenTime(at), by: nameOf(by) })),
    closed: closedAt === null ? null : { outcome, when: writtenTime(closedAt), by: nameOf(closedBy) },
  };
}

export const action = (args: Route.ActionArgs) =>
  handleForm(
    args,
    async ({ portal, actor, form: { answer, outcome = "" } }) => {
      const { id } = args.params;
      if (answer === undefined) {
        await closeReport(portal, actor, id, { outcome });
        return redirectInApp(pages.reports.path, "report-closed");
      }
      await answerReport(portal, actor, id, { answer });
      const { report } = await readReport(portal, actor, id);
      if (report.isFromHolder) return redirectInApp(href(pages.answerReport.path, { id }), "report-answered-there");
      return redirectInApp(
        href(pages.answerReport.path, { id }),
        flashOfMail("report-answered", await mailState(portal)),
      );
    },
    () => redirectInApp(pages.reports.path, "report-gone"),
  );

export default function OneReport({
  loaderData: { report, records, mark, isMarked, drafts },
  actionData,
  params,
}: Route.ComponentProps) {
  const { reference, closed } = report;
  const page = href(pages.answerReport.path, params);
  return (
    <FormPage title={m.reports_report({ reference })} answer={actionData}>
      {(sent) => (
        <>
          <p>
            <TextLink to={pages.reports.path} label={m.reports_back()} hotkey="u" />
          </p>
          {closed && (
            <Noted title={m.reports_closed_on({ when: closed.when, name: closed.by || m.reports_somebody() })}>
              {closed.outcome}
            </Noted>
          )}
          <ReportText {...report} />
          <ReportedRecords records={records} back={page} />
          {isMarked ? (
            <p className="border-t border-line pt-4">
              {m.false_numbers_marked()} <Link to={pages.falseNumbers.path}>{m.false_numbers_title()}</Link>
            </p>
          ) : (
            <details className="border-t border-line pt-2">
              <summary className="min-h-11 cursor-pointer py-2 underline underline-offset-4">
                {m.false_numbers_of_report()}
              </summary>
              <MarkForm {...mark} />
            </details>
          )}
          <Answers {...{ report, page, sent }} draft={drafts.answer} />
          {!closed && (
            <section className="grid gap-3 border-t border-line pt-4">
              <h2 className="text-18">{m.reports_close()}</h2>
              <ReportForm name="outcome" page={page} text={m.reports_close_text()} draft={drafts.outcome} sent={sent} />
            </section>
          )}
        </>
      )}
    </FormPage>
  );
}

type ReportedRecord = ReturnType<typeof listed>;

/** The records that the report may be about. Staff can edit each one, or hide it at once. */
const ReportedRecords = ({ records, back }: { records: readonly ReportedRecord[]; back: string }) => (
  <section className="grid gap-3 border-t border-line pt-4">
    <h2 className="text-18">{m.reports_records()}</h2>
    <p className="max-w-prose text-quiet">
      {records.length > 0 ? m.reports_records_text() : m.reports_records_none()}{" "}
      {records.length === 0 && <Link to={pages.records.path}>{m.reports_search()}</Link>}
    </p>
    {records.length > 0 && (
      <DataTable caption={m.reports_records()} columns={reportedRecordColumns(back)} rows={records} />
    )}
  </section>
);

const reportedRecordColumns = (back: string): Column<ReportedRecord>[] => [
  personColumn(back),
  ...secondColumn(),
  stateColumn(),
  { title: m.column_update(), cell: (row) => <UpdateLink {...row} className="row-button" /> },
  { title: `${m.hide_record()} / ${m.unhide_record()}`, cell: (row) => <HideButton {...row} back={back} /> },
];

type AnswersProps = {
  report: ShownReport;
  page: string;
  draft: ShownPageDraft | undefined;
  sent: FormResult | undefined;
};

const Answers = ({ report, page, draft, sent }: AnswersProps) => (
  <section className="grid gap-3 border-t border-line pt-4">
    <h2 className="text-18">{m.reports_answer()}</h2>
    {report.answers.map(({ text, when, by }, place) => (
      <Noted key={place} title={m.reports_answered({ when, name: by || m.reports_somebody() })}>
        {text}
      </Noted>
    ))}
    {report.email || report.isFromHolder ? (
      <ReportForm
        key={report.answers.length}
        name="answer"
        page={page}
        text={report.email ? m.reports_answer_text({ email: report.email }) : m.reports_answer_holder()}
        draft={draft}
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

const ReportText = ({ kind, received, about, contact, message, isFromHolder }: ShownReport) => (
  <>
    <Facts>
      <Fact term={m.reports_column()}>{reportKindWords[kind]()}</Fact>
      <Fact term={m.reports_received()}>{received}</Fact>
      <Fact term={m.reports_about()}>
        <span className="wrap-anywhere">{about}</span>
      </Fact>
      <Fact term={m.reports_contact()}>
        {isFromHolder ? m.reports_from_holder() : <LeftContact contact={contact} />}
      </Fact>
    </Facts>
    <section className="grid gap-2">
      <h2 className="text-18">{m.reports_message()}</h2>
      <blockquote className="sheet max-w-prose rounded-sm border border-line bg-surface px-5 py-4 whitespace-pre-wrap text-ink wrap-anywhere">
        {message}
      </blockquote>
    </section>
  </>
);

const LeftContact = ({ contact }: { contact: string }) =>
  contact ? <Contact contact={contact} /> : <span className="text-quiet">{m.reports_no_contact()}</span>;

const Contact = ({ contact }: { contact: string }) =>
  /^\+?[\d][\d ()./-]{4,25}$/.test(contact) ? (
    <a href={`tel:${contact.replaceAll(/[^\d+]/g, "")}`} className="tabular-nums">
      {contact}
    </a>
  ) : (
    <span className="wrap-anywhere">{contact}</span>
  );

type ReportFormProps = {
  /** The name of the only field in the form. */
  name: "answer" | "outcome";
  page: string;
  text: string;
  draft: ShownPageDraft | undefined;
  sent: FormResult | undefined;
};

function ReportForm({ name, page, text, draft, sent }: ReportFormProps) {
  const own = sent?.values[name] === undefined ? undefined : sent;
  const { field } = shownForm(own, [name], { elsewhere: name, own: { "not-found": m.flash_report_gone } });
  const { label, hint, button, ...size } = forms[name];
  return (
    <SendForm key={own?.at} action={page} className="grid max-w-2xl gap-3">
      <p className="max-w-prose text-quiet">{text}</p>
      {draft && <PageDraft {...draft} cameBack={own !== undefined} />}
      <Field {...field(name)} {...size} label={label()} hint={hint()} missing={m.field_required()} />
      <div>
        <Button variant="secondary">{button()}</Button>
      </div>
    </SendForm>
  );
}

const forms = {
  answer: {
    label: m.reports_answer,
    hint: m.reports_answer_hint,
    button: m.reports_answer_send,
    rows: 6,
    maxLength: 3000,
  },
  outcome: {
    label: m.reports_outcome,
    hint: m.reports_outcome_hint,
    button: m.reports_close,
    rows: 2,
    maxLength: 1000,
  },
};
