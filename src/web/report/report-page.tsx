import type { FieldProblems } from "#core/errors.ts";
import { reportKinds } from "#core/reports/report.ts";
import { m } from "#i18n/compiled/messages.js";
import { reportKindWords } from "./report-kind-words.ts";
import { SearchButton } from "../lookup/lookup-form.tsx";
import { ShareTags } from "../frame/share-tags.tsx";
import type { Operator, SiteFacts } from "../frame/site-facts.ts";
import { Field } from "#design/form/field.tsx";
import { textProblem } from "#design/text-problem.ts";
import { canBeReached, WaysToReach } from "../frame/whose-site.tsx";

export type ReportTyped = { kind: string; about: string; message: string; contact: string };

export type ReportAnswer =
  | { kind: "begun"; typed: ReportTyped }
  | { kind: "incomplete"; typed: ReportTyped; fields: FieldProblems }
  | { kind: "failed"; typed: ReportTyped }
  | { kind: "limited"; typed: ReportTyped }
  | { kind: "received"; reference: string };

/** Always on the page, also when it only thanks: the choice of language sends it. */
export const reportForm = "report-form";

type ReportPageProps = { site: SiteFacts; answer: ReportAnswer | undefined };

export function ReportPage({ site, answer }: ReportPageProps) {
  const { operator } = site;
  return (
    <div className="grid max-w-2xl gap-6">
      <title>{`${m.report_title()} – ${operator.name}`}</title>
      <ShareTags
        site={site}
        page="/report"
        title={m.report_title()}
        description={m.report_welcome({ operator: operator.name })}
      />
      {answer?.kind === "received" ? (
        <Thanks operator={operator} reference={answer.reference} />
      ) : (
        <>
          <h1 className="text-28 sm:text-36">{m.report_title()}</h1>
          <p>{m.report_welcome({ operator: operator.name })}</p>
          {(answer?.kind === "failed" || answer?.kind === "limited") && (
            <p role="alert" className="font-semibold text-alarm">
              {answer.kind === "limited" ? m.report_limited() : m.report_failed()}
            </p>
          )}
          <ReportForm typed={answer?.typed} fields={answer?.kind === "incomplete" ? answer.fields : {}} />
        </>
      )}
    </div>
  );
}

function ReportForm({ typed, fields }: { typed: ReportTyped | undefined; fields: FieldProblems }) {
  const firstWrong = (["about", "message", "contact"] as const).find((name) => fields[name]);
  const chosen = reportKinds.find((kind) => kind === typed?.kind) ?? "mistake";
  return (
    <form id={reportForm} method="post" action="/report" noValidate className="grid gap-5">
      <fieldset className="grid gap-1">
        <legend className="font-semibold">{m.report_kind()}</legend>
        {reportKinds.map((kind) => (
          <label key={kind} className="flex min-h-11 items-center gap-3">
            <input type="radio" name="kind" value={kind} defaultChecked={kind === chosen} className="radio" />
            {reportKindWords[kind]()}
          </label>
        ))}
      </fieldset>
      <Field
        isLarge
        name="about"
        label={m.report_about()}
        hint={m.report_about_hint()}
        value={typed?.about ?? ""}
        missing={m.field_required()}
        problem={textProblem(fields["about"])}
        takesFocus={firstWrong === "about"}
        autoComplete="off"
        maxLength={200}
      />
      <Field
        name="message"
        label={m.report_message()}
        hint={m.report_message_hint()}
        value={typed?.message ?? ""}
        missing={m.field_required()}
        problem={textProblem(fields["message"])}
        takesFocus={firstWrong === "message"}
        rows={6}
        maxLength={3000}
      />
      <Field
        isLarge
        name="contact"
        label={m.report_contact()}
        hint={m.report_contact_hint()}
        value={typed?.contact ?? ""}
        problem={textProblem(fields["contact"])}
        takesFocus={firstWrong === "contact"}
        autoComplete="email"
        maxLength={200}
      />
      <Unseen />
      <div>
        <SearchButton label={m.report_send()} />
      </div>
    </form>
  );
}

/** A field for programs that fill in everything. People neither see nor reach it. */
const Unseen = () => (
  <div className="hidden" aria-hidden="true">
    <label>
      Website
      <input type="text" name="website" tabIndex={-1} autoComplete="off" />
    </label>
  </div>
);

function Thanks({ operator, reference }: { operator: Operator; reference: string }) {
  return (
    <>
      <form id={reportForm} method="post" action="/report" className="hidden">
        <input type="hidden" name="reference" value={reference} />
      </form>
      <h1 tabIndex={-1} autoFocus className="text-28 sm:text-36">
        {m.report_thanks()}
      </h1>
      <p>
        {m.report_reference()} <strong className="whitespace-nowrap tabular-nums">{reference}</strong>
      </p>
      <p>{m.report_next({ operator: operator.name })}</p>
      {canBeReached(operator) && (
        <div>
          <p>{m.report_urgent()}</p>
          <WaysToReach operator={operator} />
        </div>
      )}
      <p>
        <a href="/" className="link-button">
          {m.back_to_home()}
        </a>
      </p>
    </>
  );
}
