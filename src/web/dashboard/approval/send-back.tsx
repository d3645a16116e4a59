import { type ToggleEvent, useRef } from "react";
import { Form, useNavigation } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { Button } from "#design/form/button.tsx";
import { Field } from "#design/form/field.tsx";
import type { ShownField } from "#design/form/form-result.ts";
import { HiddenFields } from "#design/form/form-parts.tsx";
import { keyed } from "#design/page/keys.ts";

type SendBackProps = {
  action: string;
  hidden: Readonly<Record<string, string>>;
  reason: ShownField;
  /** A reason came back. */
  isOpen: boolean;
};

/** Opens for who wants to send a record back, and asks for the reason. */
export function SendBack({ action, hidden, reason, isOpen }: SendBackProps) {
  const form = useRef<HTMLFormElement>(null);
  const isBusy = useNavigation().state === "submitting";
  const begin = ({ newState }: ToggleEvent) => {
    if (newState === "open") form.current?.querySelector("textarea")?.focus();
  };
  return (
    <details open={isOpen} onToggle={begin} className="w-full">
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
        <HiddenFields fields={hidden} />
        <Field
          {...reason}
          label={m.send_back_reason()}
          hint={m.send_back_hint()}
          missing={m.send_back_reason_required()}
          rows={4}
        />
        <Button look="secondary" size="small" isBusy={isBusy} className="justify-self-start">
          {m.send_back_now()}
        </Button>
      </Form>
    </details>
  );
}
