import { countryCodes } from "#core/own-fields/countries.ts";
import { type OwnField, ownName, textIn, usedOf } from "#core/own-fields/own-field.ts";
import { getLocale } from "#i18n/compiled/runtime.js";
import { ownLabel, ownValueWords } from "#i18n/own-field-words.ts";
import type { ShownOwnField } from "./own-fields.tsx";

/** The operator's own fields as forms ask for them. */
export const shownOwnFields = (fields: readonly OwnField[]): ShownOwnField[] =>
  usedOf(fields).map((field) => ({
    id: field.id,
    name: ownName(field.id),
    type: field.type,
    label: ownLabel(field),
    hint: textIn(field.hints, getLocale()),
    isShown: field.audience === "visitors",
    isNeeded: field.isNeeded,
    choices: valuesOf(field)
      .map((value) => ({ value, label: ownValueWords(field, value) }))
      .toSorted(field.type === "country" ? byLabel : () => 0),
  }));

function valuesOf({ type, choices }: OwnField): readonly string[] {
  if (type === "yes-no") return ["yes", "no"];
  return type === "country" ? countryCodes : choices;
}

const byLabel = (one: { label: string }, other: { label: string }) => one.label.localeCompare(other.label, getLocale());
