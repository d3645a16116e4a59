import { m } from "#i18n/compiled/messages.js";
import { Field } from "#design/form/field.tsx";
import { PageFrame } from "#design/page/page-frame.tsx";
import { SavedForm } from "#design/form/saved-form.tsx";
import { classWords } from "./class-words.ts";
import { type FormResult, shownForm } from "#design/form/form-result.ts";

type VoidPageProps = {
  operatorName: string;
  action: string;
  back: string;
  payment: { receipt: string; amount: string; paidBy: string };
  sent: FormResult | undefined;
};

/** Asks why, before a payment is marked as a mistake. */
export function VoidPage({ operatorName, action, back, payment, sent }: VoidPageProps) {
  const { field, problem } = shownForm(sent, ["reason"], { own: classWords });
  return (
    <PageFrame title={m.are_you_sure()} operatorName={operatorName}>
      <p className="max-w-prose">
        <strong>{m.class_void_of(payment)}</strong>
        <br />
        {m.class_void_text()}
      </p>
      <SavedForm action={action} at={sent?.at} problem={problem} save={m.class_void_yes()} back={back}>
        <Field
          {...field("reason")}
          autoComplete="off"
          label={m.class_void_reason()}
          hint={m.class_void_reason_hint()}
          maxLength={500}
        />
      </SavedForm>
    </PageFrame>
  );
}
