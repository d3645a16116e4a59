import { isReference, type ReportKind, reportKinds } from "#core/reports/report.ts";
import { m } from "#i18n/compiled/messages.js";
import { spokenLocale } from "#i18n/offered-locales.ts";
import { receiveReport } from "#operations/reports/handle-report.ts";
import { Button } from "#design/form/button.tsx";
import { Field } from "#design/form/field.tsx";
import { type FormResult, shownForm } from "#design/form/form-result.ts";
import { ShareTags } from "../frame/site/share-tags.tsx";
import { readForm } from "../frame/read-form.server.ts";
import { unsubmittedForm, submitForm } from "../frame/submit-form.server.ts";
import { useSite, type Operator } from "../frame/site/site-facts.ts";
import { visitContext } from "../frame/visit.server.ts";
import { pages } from "../pages.ts";
import type { Route } from "./+types/report.route.ts";
import { canBeReached, WaysToReach } from "../frame/site/site-operator.tsx";
import { reportKindWords } from "./report-kind-words.ts";

/** The id of a form that is always on the page, also after sending, because the language choice submits it. */
const reportForm = "report-form";

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const form = await readForm(request);
  const { step, kind = step ?? "", about = form["number"] ?? "", message = "", contact = "", reference = "" } = form;
  const values = { kind, about, message, contact };
  const isOnlyAnotherLanguage = form["language"] !== undefined;
  if (isOnlyAnotherLanguage && isReference(reference)) return { reference, kind };
  // Opened from an answer with the number filled in and perhaps a kind, or shown again in another language with the typed values.
  if (step !== undefined || isOnlyAnotherLanguage) return unsubmittedForm(visit, values);
  return submitForm(visit, { values }, async () => {
    // People do not see this field, so only a program fills it in.
    const isJunk = (form["website"] ?? "") !== "";
    const { clientAddress } = visit;
    const received = await receiveReport(visit.portal, values, { clientAddress, isJunk, language: spokenLocale() });
    return { reference: received.reference, kind };
  });
}

export const handle = { typedForm: reportForm };

export default function Report({ actionData: answer }: Route.ComponentProps) {
  const site = useSite();
  const welcome = m.report_welcome({ operator: site.operator.name });
  const title = wordsOf(chosenIn(answer)).title();
  return (
    <div className="grid max-w-2xl gap-6">
      <title>{`${title} – ${site.operator.name}`}</title>
      <ShareTags site={site} page={pages.report.path} title={m.report_title()} description={welcome} />
      {answer && "reference" in answer ? (
        <Thanks operator={site.operator} {...answer} />
      ) : (
        <>
          <h1 className="text-28 sm:text-36">{title}</h1>
          <p>{welcome}</p>
          <ReportForm result={answer} />
        </>
      )}
    </div>
  );
}

const chosenIn = (answer: FormResult | { kind: string } | undefined): ReportKind => {
  const kind = answer && ("kind" in answer ? answer.kind : answer.values["kind"]);
  return reportKinds.find((one) => one === kind) ?? "mistake";
};

/** The words of a report that was opened at "It differs" follow what was pressed there. */
const wordsOf = (kind: ReportKind) =>
  kind === "differs"
    ? { title: m.report_title_differs, hint: m.report_message_hint_differs }
    : kind === "money"
      ? { title: m.report_title_money, hint: m.report_message_hint_money }
      : { title: m.report_title, hint: m.report_message_hint };

function ReportForm({ result }: { result: FormResult | undefined }) {
  const { field, problem } = shownForm(result, ["about", "message", "contact"], { own });
  const chosen = chosenIn(result);
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
          hint={wordsOf(chosen).hint()}
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

function Thanks({ operator, reference, kind }: { operator: Operator; reference: string; kind: string }) {
  const isWarned = kind === "differs" || kind === "money";
  return (
    <>
      <form id={reportForm} method="post" action={pages.report.path} className="hidden">
        <input type="hidden" name="reference" value={reference} />
        <input type="hidden" name="kind" value={kind} />
      </form>
      <h1 tabIndex={-1} autoFocus className="text-28 sm:text-36">
        {m.report_thanks()}
      </h1>
      <p>
        {m.report_reference()} <strong className="whitespace-nowrap tabular-nums">{reference}</strong>
      </p>
      {isWarned && <p className="font-semibold">{m.differs_not_pay()}</p>}
      <p>{m.report_next({ operator: operator.name })}</p>
      {canBeReached(operator) && (
        <div>
          <p>{isWarned ? m.differs_ask({ operator: operator.name }) : m.report_urgent()}</p>
          <WaysToReach operator={operator} />
          {isWarned && <p className="wrap-anywhere whitespace-pre-line">{operator.address}</p>}
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
