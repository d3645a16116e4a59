import type { ComponentProps, SubmitEvent } from "react";
import { Form } from "react-router";
import { Alarm } from "./alarm.tsx";
import { Sending } from "./button.tsx";
import { HiddenFields } from "./form-parts.tsx";
import { useIsSending } from "./use-is-sending.ts";

type SendFormProps = Omit<ComponentProps<typeof Form>, "hidden"> & {
  hidden?: Readonly<Record<string, string>>;
  /** The problem of the whole form. */
  problem?: string | null;
};

/** A form that is sent once, however often its buttons are pressed. They look busy until the next page is shown. */
export function SendForm({ hidden = {}, problem, onSubmit, children, ...form }: SendFormProps) {
  const isSending = useIsSending();
  const submit = (event: SubmitEvent<HTMLFormElement>) => (isSending ? event.preventDefault() : onSubmit?.(event));
  return (
    <Sending value={isSending}>
      <Form method="post" noValidate {...form} onSubmit={submit}>
        {problem && <Alarm>{problem}</Alarm>}
        <HiddenFields fields={hidden} />
        {children}
      </Form>
    </Sending>
  );
}
