import { amountToType, amountTyped, countTyped, isCurrency, usualCurrencies } from "#core/classes/money.ts";
import type { ClassFacts, TrainingClass } from "#core/classes/training-class.ts";
import { writtenCurrency } from "#i18n/written.ts";
import type { ClassFormProps } from "./class-form.tsx";

type Fields = ClassFormProps["filled"];

export const emptyFields = (currency: string): Fields => ({
  title: "",
  place: "",
  startsAt: "",
  seats: "20",
  fee: "",
  currency,
});

export const fieldsOf = ({ title, place, startsAt, seats, fee, currency }: ClassFacts): Fields => ({
  title,
  place,
  startsAt,
  seats: String(seats),
  fee: amountToType(fee, currency),
  currency,
});

/** What was typed, for the operation to check. */
export function classTyped(form: Readonly<Record<string, string>>) {
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
