import type { ReportKind } from "#core/reports/report.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenMoment } from "#i18n/written.ts";
import { Alarm } from "#design/form/alarm.tsx";
import { Button } from "#design/form/button.tsx";
import { Field } from "#design/form/field.tsx";
import { type FormResult, shownForm } from "#design/form/form-result.ts";
import flag from "lucide/dist/esm/icons/flag.mjs";
import { pages } from "../pages.ts";
import { OwnRow } from "./own-row.tsx";
import { reportKindWords } from "../report/report-kind-words.ts";

export type OwnReport = {
  reference: string;
  kind: ReportKind;
  message: string;
  receivedAt: number;
  closedAt: number | null;
  answers: readonly { text: string; at: number }[];
};

type OwnReportsProps = { reports: readonly OwnReport[]; result: FormResult | undefined; operator: string };

const kindWords = { ...reportKindWords, mistake: m.holder_report_mistake, removal: m.holder_report_removal };

export function OwnReports({ reports, result, operator }: OwnReportsProps) {
  const { field, problem } = shownForm(result, ["message"]);
  const newest = reports.toSorted((one, other) => one.receivedAt - other.receivedAt).at(-1);
  const chosen = result?.values["kind"] === "removal" ? "removal" : "mistake";
  return (
    <OwnRow
      id="reports"
      title={m.holder_reports_title()}
      icon={flag}
      note={newest && stateOf(newest)}
      isOpen={result !== undefined}
    >
      {reports.map((report) => (
        <article
          key={report.reference}
          id={report.reference}
          tabIndex={-1}
          className="grid scroll-mt-4 gap-2 border-s-2 border-line ps-4"
        >
          <h3 className="text-16 font-semibold">{kindWords[report.kind]()}</h3>
          <p className="text-16 text-quiet">
            {writtenMoment(report.receivedAt)} · {report.reference} · {stateOf(report)}
          </p>
          <p className="wrap-anywhere whitespace-pre-line">{report.message}</p>
          {report.answers.map(({ text, at }) => (
            <div key={at} className="border-s-4 border-line-strong ps-4">
              <p className="text-16 text-quiet">{m.holder_report_answer({ operator, date: writtenMoment(at) })}</p>
              <p className="wrap-anywhere whitespace-pre-line">{text}</p>
            </div>
          ))}
        </article>
      ))}
      <form method="post" action={pages.myRecord.path} noValidate className="grid max-w-xl gap-4">
        {problem && <Alarm takesFocus>{problem}</Alarm>}
        <fieldset className="grid gap-1">
          <legend className="sr-only">{m.report_kind()}</legend>
          {(["mistake", "removal"] as const).map((kind) => (
            <label key={kind} className="flex min-h-11 items-center gap-3">
              <input type="radio" name="kind" value={kind} defaultChecked={kind === chosen} className="radio" />
              {kindWords[kind]()}
            </label>
          ))}
        </fieldset>
        <Field
          {...field("message")}
          rows={5}
          label={m.holder_report_message()}
          hint={m.holder_report_hint({ operator })}
          missing={m.field_required()}
          maxLength={3000}
        />
        <div>
          <Button name="do" value="report">
            {m.holder_report_send()}
          </Button>
        </div>
      </form>
    </OwnRow>
  );
}

function stateOf({ closedAt, answers }: OwnReport): string {
  if (closedAt !== null) return m.holder_report_closed({ date: writtenMoment(closedAt) });
  return answers.length > 0 ? m.holder_report_answered() : m.holder_report_waits();
}
