import { Form } from "react-router";
import type { FieldProblem } from "#core/errors.ts";
import { m } from "#i18n/compiled/messages.js";
import { Button } from "#design/form/button.tsx";
import { Field } from "#design/form/field.tsx";
import { textProblem } from "#design/text-problem.ts";

/** Which of the forms came back, with what was typed and what is wrong with it; null where it is our failure. */
export type ReportFormState = { form: string; typed: string; problem: FieldProblem | null };

type ReportFormProps = {
  action: string;
  /** The name of its one field. */
  does: "answer" | "outcome";
  text: string;
  label: string;
  hint: string;
  button: string;
  rows: number;
  maxLength: number;
  state: ReportFormState | undefined;
};

export function ReportForm({ action, does, text, button, state, ...area }: ReportFormProps) {
  const own = state?.form === does ? state : null;
  return (
    <Form key={own ? "again" : ""} method="post" action={action} noValidate className="grid max-w-2xl gap-3">
      <p className="max-w-prose text-quiet">{text}</p>
      <Field
        {...area}
        name={does}
        value={own?.typed ?? ""}
        problem={own ? (textProblem(own.problem ?? undefined) ?? m.flash_failed()) : undefined}
        missing={m.field_required()}
        takesFocus={own !== null}
      />
      <div>
        <Button look="secondary">{button}</Button>
      </div>
    </Form>
  );
}
