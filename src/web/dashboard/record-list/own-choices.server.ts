import { countryCodes } from "#core/own-fields/countries.ts";
import type { OwnField } from "#core/own-fields/own-field.ts";
import { isOwnPaper } from "#core/own-fields/own-paper.ts";
import { m } from "#i18n/compiled/messages.js";
import { getLocale } from "#i18n/compiled/runtime.js";
import { ownValueWords } from "#i18n/own-field-words.ts";

export type OwnChoice = { value: string; label: string };

/** The values among which one chooses, in the language of the page. None for a value that is typed. */
export const ownChoices = (field: OwnField): OwnChoice[] =>
  isOwnPaper(field.id) ? [{ value: "yes", label: m.own_filter_has() }] : choicesOf(field);

const choicesOf = (field: OwnField): OwnChoice[] =>
  valuesOf(field)
    .map((value) => ({ value, label: ownValueWords(field, value) }))
    .toSorted(field.type === "country" ? byLabel : () => 0);

function valuesOf({ type, choices }: OwnField): readonly string[] {
  if (type === "yes-no") return ["yes", "no"];
  return type === "country" ? countryCodes : choices;
}

const byLabel = (one: OwnChoice, other: OwnChoice) => one.label.localeCompare(other.label, getLocale());
