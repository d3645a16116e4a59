import { reportKinds } from "#core/reports/report.ts";
import { Button } from "#design/form/button.tsx";
import { Field } from "#design/form/field.tsx";
import { type FormResult, shownForm } from "#design/form/form-result.ts";
import { m } from "#i18n/compiled/messages.js";
import type { Operator } from "../frame/site/site-facts.ts";
import { canBeReached, WaysToReach } from "../frame/site/site-operator.tsx";
import { pages } from "../pages.ts";
import { reportKindWords } from "./report-kind-words.ts";

/** The id of a form that is always on the page, also after sending, because the language choice submits it. */
export const reportForm = "report-form";

export function ReportForm({ result }: { result: FormResult | undefined }) {
  const { field, problem } = shownForm(result, ["about", "message", "contact"], { own });
  const chosen = reportKinds.find((kind) => kind === result?.values["kind"]) ?? "mistake";
  return (
    <>
      {problem && (
        <p role="alert" className="font-semibold text-alarm">
          {problem}
        </p>
      )}
      <form id={reportForm} method="post" action={pages.report.path} noValidate className="grid gap-5">
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
          {...field("about")}
          isLarge
          label={m.report_about()}
          hint={m.report_about_hint()}
          missing={m.field_required()}
          autoComplete="off"
          maxLength={200}
        />
        <Field
          {...field("message")}
          rows={6}
          label={m.report_message()}
          hint={m.report_message_hint()}
          missing={m.field_required()}
          maxLength={3000}
        />
        <Field
          {...field("contact")}
          isLarge
          label={m.report_contact()}
          hint={m.report_contact_hint()}
          autoComplete="email"
          maxLength={200}
        />
        <Unseen />
        <div>
          <Button size="large">{m.report_send()}</Button>
        </div>
      </form>
    </>
  );
}

const own = { "too-many-requests": m.report_limited, internal: m.report_failed, unavailable: m.report_failed };

/** A field for spam programs, which fill in every field. People neither see nor reach it. */
const Unseen = () => (
  <div className="hidden" aria-hidden="true">
    <label>
      Website
      <input type="text" name="website" tabIndex={-1} autoComplete="off" />
    </label>
  </div>
);

export function Thanks({ operator, reference }: { operator: Operator; reference: string }) {
  return (
    <>
      <form id={reportForm} method="post" action={pages.report.path} className="hidden">
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
