import { m } from "#i18n/compiled/messages.js";
import { Field } from "#design/account-form/field.tsx";
import { PageFrame } from "#design/dashboard/page.tsx";
import { SavedForm } from "./saved-form.tsx";
import { fieldsOf, type SentForm } from "#design/dashboard/sent-form.ts";

type VoidPageProps = {
  operatorName: string;
  action: string;
  back: string;
  payment: { receipt: string; amount: string; paidBy: string };
  sent: SentForm | undefined;
};

/** Asks why, before a payment is marked as a mistake. */
export const VoidPage = ({ operatorName, action, back, payment, sent }: VoidPageProps) => (
  <PageFrame title={m.are_you_sure()} operatorName={operatorName}>
    <p className="max-w-prose">
      <strong>{m.class_void_of(payment)}</strong>
      <br />
      {m.class_void_text()}
    </p>
    <SavedForm action={action} sent={sent} save={m.class_void_yes()} back={back}>
      <Field
        {...fieldsOf(sent, { reason: "" })("reason")}
        autoComplete="off"
        label={m.class_void_reason()}
        hint={m.class_void_reason_hint()}
        maxLength={500}
      />
    </SavedForm>
  </PageFrame>
);
