import { m } from "#i18n/compiled/messages.js";
import { Field } from "#design/account-form/field.tsx";
import { PageFrame } from "#design/dashboard/page.tsx";
import { SavedForm } from "./saved-form.tsx";
import { SelectField } from "./select-field.tsx";
import { fieldsOf, type SentForm } from "#design/dashboard/sent-form.ts";

export type ClassFormProps = {
  title: string;
  operatorName: string;
  action: string;
  back: string;
  /** As its boxes take it. */
  filled: Readonly<Record<"title" | "place" | "startsAt" | "seats" | "fee" | "currency", string>>;
  /** The class as it was read; none for a new one. */
  version?: string;
  currencies: readonly { value: string; label: string }[];
  sent: SentForm | undefined;
};

export function ClassForm({
  title,
  operatorName,
  action,
  back,
  filled,
  version = "",
  currencies,
  sent,
}: ClassFormProps) {
  const field = fieldsOf(sent, filled);
  return (
    <PageFrame title={title} operatorName={operatorName}>
      <SavedForm action={action} sent={sent} hidden={{ version }} save={m.save()} back={back}>
        <Field {...field("title")} label={m.class_title()} hint={m.class_title_hint()} maxLength={150} />
        <Field {...field("place")} label={m.class_place()} hint={m.class_place_hint()} maxLength={200} />
        <Field {...field("startsAt")} type="datetime-local" label={m.class_start()} hint={m.class_start_hint()} />
        <Field {...field("seats")} inputMode="numeric" autoComplete="off" label={m.class_seats()} />
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <Field
            {...field("fee")}
            inputMode="decimal"
            autoComplete="off"
            label={m.class_fee()}
            hint={m.class_fee_hint()}
          />
          <SelectField {...field("currency")} label={m.class_currency()} choices={currencies} />
        </div>
      </SavedForm>
    </PageFrame>
  );
}
