import { Form } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { Button } from "#design/form/button.tsx";
import { Field } from "#design/form/field.tsx";
import { type FormResult, shownForm } from "#design/form/form-result.ts";

type ReportFormProps = {
  /** The name of the only field in the form. */
  name: "answer" | "outcome";
  action: string;
  text: string;
  sent: FormResult | undefined;
};

export function ReportForm({ name, action, text, sent }: ReportFormProps) {
  const own = sent?.values[name] === undefined ? undefined : sent;
  const { field } = shownForm(own, [name], { elsewhere: name });
  const { label, hint, button, ...size } = forms[name];
  return (
    <Form key={own?.at} method="post" action={action} noValidate className="grid max-w-2xl gap-3">
      <p className="max-w-prose text-quiet">{text}</p>
      <Field {...field(name)} {...size} label={label()} hint={hint()} missing={m.field_required()} />
      <div>
        <Button variant="secondary">{button()}</Button>
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
