import { href } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { Button } from "#design/form/button.tsx";
import { Field } from "#design/form/field.tsx";
import { type FormResult, shownForm } from "#design/form/form-result.ts";
import { SendForm } from "#design/form/send-form.tsx";
import { pages } from "../../pages.ts";
import { PageDraft, type ShownPageDraft } from "../page-draft/page-draft.tsx";

export type ShownRetention = {
  /** The first day on which the record may be deleted; null if it has no notice. */
  deletedFrom: string | null;
  keptUntil: string | null;
  mayKeep: boolean;
  /** The earliest day until which the record can be kept: tomorrow. */
  earliest: string;
  draft: ShownPageDraft;
};

type RecordRetentionProps = { id: string; here: string; retention: ShownRetention; result: FormResult | undefined };

/** Says when a record will be deleted because its retention time is over, with a form that keeps it longer. */
export function RecordRetention({ id, here, retention, result }: RecordRetentionProps) {
  const { deletedFrom, keptUntil, mayKeep, earliest, draft } = retention;
  const { field } = shownForm(result, ["keptUntil", "keepReason"], { elsewhere: "keepReason" });
  return (
    <section
      aria-labelledby="retention"
      className={`grid max-w-prose gap-2 border-s-4 ps-4 ${deletedFrom === null ? "border-line-strong" : "border-alarm"}`}
    >
      <h2 id="retention" className="text-18">
        {m.retention_title()}
      </h2>
      {deletedFrom !== null && <p className="font-semibold">{m.retention_deleted_from({ date: deletedFrom })}</p>}
      {keptUntil !== null && <p>{m.retention_kept_until({ date: keptUntil })}</p>}
      {mayKeep && (
        <details open={result !== undefined || draft.drafts.length > 0}>
          <summary className="min-h-11 cursor-pointer py-2 underline underline-offset-4">{m.retention_keep()}</summary>
          <SendForm
            action={href(pages.record.path, { id })}
            className="mt-2 grid justify-items-stretch gap-3"
            hidden={{ do: "keep", back: here }}
          >
            <PageDraft {...draft} cameBack={result !== undefined} />
            <Field {...field("keptUntil")} label={m.retention_until()} type="date" min={earliest} />
            <Field {...field("keepReason")} label={m.retention_reason()} hint={m.retention_reason_hint()} rows={2} />
            <Button variant="secondary" size="small" className="justify-self-start">
              {m.retention_keep_now()}
            </Button>
          </SendForm>
        </details>
      )}
    </section>
  );
}
