import { m } from "#i18n/compiled/messages.js";
import { Field } from "#design/form/field.tsx";
import { PageFrame } from "#design/page/page-frame.tsx";
import { SavedForm } from "#design/form/saved-form.tsx";
import { classWords } from "./class-words.ts";
import { type FormResult, shownForm } from "#design/form/form-result.ts";

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
  sent: FormResult | undefined;
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
  const { field, problem } = shownForm(sent, Object.keys(filled), { filled, own: classWords });
  return (
    <PageFrame title={title} operatorName={operatorName}>
      <SavedForm action={action} at={sent?.at} problem={problem} hidden={{ version }} save={m.save()} back={back}>
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
          <Field {...field("currency")} label={m.class_currency()} choices={currencies} />
        </div>
      </SavedForm>
    </PageFrame>
  );
}
