import { type ToggleEvent, useRef } from "react";
import { Form, useNavigation } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { HiddenFields } from "#design/form/hidden-fields.tsx";
import { Field } from "#design/form/field.tsx";
import { keyed } from "#design/page/keys.ts";

/** A reason that came back, and why. */
export type SendBackState = { reason: string; problem: string };

type SendBackProps = {
  action: string;
  fields: Readonly<Record<string, string>>;
  state: SendBackState | undefined;
};

/** Opens for who wants to send a record back, and asks for the reason. */
export function SendBack({ action, fields, state }: SendBackProps) {
  const form = useRef<HTMLFormElement>(null);
  const isBusy = useNavigation().state === "submitting";
  const begin = ({ newState }: ToggleEvent) => {
    if (newState === "open") form.current?.querySelector("textarea")?.focus();
  };
  return (
    <details open={state !== undefined} onToggle={begin} className="w-full">
      <summary
        className="min-h-11 cursor-pointer py-2 underline underline-offset-4"
        {...keyed("s", m.send_back_record())}
      >
        {m.send_back_record()}
      </summary>
      <Form
        ref={form}
        method="post"
        action={action}
        noValidate
        onSubmit={(event) => isBusy && event.preventDefault()}
        className="mt-2 grid justify-items-stretch gap-3"
      >
        <HiddenFields fields={fields} />
        <Field
          name="reason"
          label={m.send_back_reason()}
          hint={m.send_back_hint()}
          value={state?.reason ?? ""}
          problem={state?.problem}
          missing={m.send_back_reason_required()}
          takesFocus={state !== undefined}
          rows={4}
        />
        <button aria-disabled={isBusy} className="quiet-button justify-self-start">
          {m.send_back_now()}
        </button>
      </Form>
    </details>
  );
}
