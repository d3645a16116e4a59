import { amountToType, amountTyped, countTyped, isCurrency, usualCurrencies } from "#core/classes/money.ts";
import type { ClassFacts, TrainingClass } from "#core/classes/training-class.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenCurrency } from "#i18n/written.ts";
import type { Failure } from "#design/form/failure.tsx";
import { Field } from "#design/form/field.tsx";
import { type FormResult, type FormValues, shownForm } from "#design/form/form-result.ts";
import { SavedForm } from "#design/form/saved-form.tsx";
import { FormPage } from "../frame/form-page.tsx";
import { PageDraft, type ShownPageDraft } from "../page-draft/page-draft.tsx";
import { classWords } from "./class-words.ts";

type ClassFormProps = {
  title: string;
  action: string;
  back: string;
  filled: FormValues;
  /** The version of the class that was read; none for a new class. */
  version?: string;
  currencies: readonly { value: string; label: string }[];
  draft: ShownPageDraft;
  answer: FormResult | Failure | undefined;
};

export const ClassForm = ({ title, answer, filled, version = "", currencies, draft, ...paths }: ClassFormProps) => (
  <FormPage title={title} answer={answer}>
    {(sent) => {
      const { field, problem } = shownForm(sent, names, { filled, own: classWords });
      return (
        <SavedForm {...paths} at={sent?.at} problem={problem} hidden={{ version }} save={m.save()}>
          <PageDraft {...draft} cameBack={sent !== undefined} />
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
      );
    }}
  </FormPage>
);

const names = ["title", "place", "startsAt", "seats", "fee", "currency"];

export const classValues = ({ title, place, startsAt, seats, fee, currency }: ClassFacts): FormValues => ({
  title,
  place,
  startsAt,
  seats: String(seats),
  fee: amountToType(fee, currency),
  currency,
});

export function classTyped(form: FormValues) {
  const { title, place, startsAt, seats = "", fee = "", currency = "" } = form;
  return {
    title,
    place,
    startsAt,
    seats: countTyped(seats),
    fee: isCurrency(currency) ? amountTyped(fee, currency) : 0,
    currency,
  };
}

export const currencyChoices = (own?: TrainingClass["currency"]): ClassFormProps["currencies"] =>
  [...new Set([...(own ? [own] : []), ...usualCurrencies])].map((value) => ({ value, label: writtenCurrency(value) }));
