import { Link } from "react-router";
import type { ReportKind } from "#core/reports/report.ts";
import { m } from "#i18n/compiled/messages.js";
import type { ListedRecord } from "../records/record-table.tsx";
import { Fact, Facts } from "#design/page/facts.tsx";
import { keyed } from "#design/page/keys.ts";
import { PageFrame } from "#design/page/page-frame.tsx";
import { ReportForm, type ReportFormState } from "./report-form.tsx";
import { reportKindWords } from "../../report/report-kind-words.ts";
import { ReportedRecords } from "./reported-records.tsx";

export type ShownReport = {
  id: string;
  reference: string;
  kind: ReportKind;
  about: string;
  message: string;
  contact: string;
  /** Where an answer can be mailed to. */
  email: string | null;
  /** Moments are written out; `by` is null where the account is gone. */
  received: string;
  answers: readonly { text: string; when: string; by: string | null }[];
  closed: { outcome: string; when: string; by: string | null } | null;
};

type ReportPageProps = {
  operatorName: string;
  list: string;
  report: ShownReport;
  records: readonly ListedRecord[];
  state: ReportFormState | undefined;
};

/** One report, the record that it is about, and what staff do about it. */
export function ReportPage({ operatorName, list, report, records, state }: ReportPageProps) {
  const { id, reference, kind, about, message, contact, email, received, answers, closed } = report;
  const here = `${list}/${id}`;
  return (
    <PageFrame title={m.reports_report({ reference })} operatorName={operatorName}>
      <p>
        <Link to={list} className="inline-flex min-h-11 items-center" {...keyed("u", m.reports_back())}>
          {m.reports_back()}
        </Link>
      </p>
      {closed && (
        <Noted title={m.reports_closed_on({ when: closed.when, name: closed.by ?? m.reports_somebody() })}>
          {closed.outcome}
        </Noted>
      )}
      <Facts>
        <Fact term={m.reports_column()}>{reportKindWords[kind]()}</Fact>
        <Fact term={m.reports_received()}>{received}</Fact>
        <Fact term={m.reports_about()}>
          <span className="wrap-anywhere">{about}</span>
        </Fact>
        <Fact term={m.reports_contact()}>
          {contact ? <Contact contact={contact} /> : <span className="text-quiet">{m.reports_no_contact()}</span>}
        </Fact>
      </Facts>
      <section className="grid gap-2">
        <h2 className="text-18">{m.reports_message()}</h2>
        <blockquote className="sheet max-w-prose rounded-sm border border-line bg-surface px-5 py-4 whitespace-pre-wrap text-ink wrap-anywhere">
          {message}
        </blockquote>
      </section>
      <ReportedRecords records={records} back={here} />
      <section className="grid gap-3 border-t border-line pt-4">
        <h2 className="text-18">{m.reports_answer()}</h2>
        {answers.map(({ text, when, by }) => (
          <Noted key={when + text} title={m.reports_answered({ when, name: by ?? m.reports_somebody() })}>
            {text}
          </Noted>
        ))}
        {email ? (
          <ReportForm
            key={answers.length}
            action={here}
            does="answer"
            text={m.reports_answer_text({ email })}
            label={m.reports_answer()}
            hint={m.reports_answer_hint()}
            button={m.reports_answer_send()}
            rows={6}
            maxLength={3000}
            state={state}
          />
        ) : (
          <p className="max-w-prose text-quiet">{contact ? m.reports_answer_phone() : m.reports_answer_none()}</p>
        )}
      </section>
      {!closed && (
        <section className="grid gap-3 border-t border-line pt-4">
          <h2 className="text-18">{m.reports_close()}</h2>
          <ReportForm
            action={here}
            does="outcome"
            text={m.reports_close_text()}
            label={m.reports_outcome()}
            hint={m.reports_outcome_hint()}
            button={m.reports_close()}
            rows={2}
            maxLength={1000}
            state={state}
          />
        </section>
      )}
    </PageFrame>
  );
}

const Noted = ({ title, children }: { title: string; children: string }) => (
  <div className="max-w-prose border-s-4 border-line-strong ps-4">
    <p className="text-14 text-quiet">{title}</p>
    <p className="whitespace-pre-wrap wrap-anywhere">{children}</p>
  </div>
);

/** A telephone number can be pressed; anything else is for reading. */
const Contact = ({ contact }: { contact: string }) =>
  /^\+?[\d][\d ()./-]{4,25}$/.test(contact) ? (
    <a href={`tel:${contact.replaceAll(/[^\d+]/g, "")}`} className="tabular-nums">
      {contact}
    </a>
  ) : (
    <span className="wrap-anywhere">{contact}</span>
  );
