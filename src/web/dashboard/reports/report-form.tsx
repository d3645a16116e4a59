import { Form } from "react-router";
import type { FieldProblem } from "#core/errors.ts";
import { m } from "#i18n/compiled/messages.js";
import { SubmitButton } from "#design/account-form/submit-button.tsx";
import { TextArea } from "#design/text-field.tsx";
import { textProblem } from "#design/text-problem.ts";

/** The two forms of a report, by the name of their one field. */
type ReportFormId = "answer" | "outcome";

/** Which of the forms came back, with what was typed and what is wrong with it; null where it is our failure. */
export type ReportFormState = { form: ReportFormId; typed: string; problem: FieldProblem | null };

type ReportFormProps = { id: ReportFormId; action: string; text: string; state: ReportFormState | undefined };

export function ReportForm({ id, action, text, state }: ReportFormProps) {
  const own = state?.form === id ? state : null;
  const { label, hint, button, ...size } = forms[id];
  return (
    <Form key={own ? "again" : ""} method="post" action={action} noValidate className="grid max-w-2xl gap-3">
      <p className="max-w-prose text-quiet">{text}</p>
      <TextArea
        {...size}
        name={id}
        label={label()}
        hint={hint()}
        value={own?.typed ?? ""}
        problem={own ? (textProblem(own.problem ?? undefined) ?? m.flash_failed()) : undefined}
        missing={m.field_required()}
        takesFocus={own !== null}
      />
      <div>
        <SubmitButton look="quiet" label={button()} />
      </div>
    </Form>
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
