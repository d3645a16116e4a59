import type { ReportKind } from "#core/reports/report.ts";
import { m } from "#i18n/compiled/messages.js";
import { Fact, Facts } from "#design/page/facts.tsx";
import { reportKindWords } from "../../report/report-kind-words.ts";

type ReportTextProps = {
  kind: ReportKind;
  received: string;
  about: string;
  contact: string;
  message: string;
  isFromHolder?: true;
};

export const ReportText = ({ kind, received, about, contact, message, isFromHolder }: ReportTextProps) => (
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

/** A telephone number becomes a link; any other contact is plain text. */
const Contact = ({ contact }: { contact: string }) =>
  /^\+?[\d][\d ()./-]{4,25}$/.test(contact) ? (
    <a href={`tel:${contact.replaceAll(/[^\d+]/g, "")}`} className="tabular-nums">
      {contact}
    </a>
  ) : (
    <span className="wrap-anywhere">{contact}</span>
  );
