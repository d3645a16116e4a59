import { fieldNamed, type OwnField, type OwnLabels, type OwnName, textIn } from "#core/own-fields/own-field.ts";
import { getLocale } from "#i18n/compiled/runtime.js";
import { m } from "#i18n/compiled/messages.js";
import { writtenCountry, writtenDay } from "./written.ts";

/** The label of one of the operator's own fields in the reader's language. */
export const ownLabel = ({ labels }: Pick<OwnField, "labels">): string => textIn(labels, getLocale());

/** A stored value as people read it. */
export function ownValueWords({ type }: Pick<OwnField, "type">, value: string): string {
  if (value === "") return "";
  if (type === "yes-no") return value === "yes" ? m.settings_on() : m.settings_off();
  if (type === "day") return writtenDay(value);
  return type === "country" ? writtenCountry(value) : value;
}

/** The label of a field, even if an admin has removed it. */
export function labelOfOwn(fields: OwnLabels, name: OwnName): string {
  const field = fieldNamed(fields, name);
  return field ? ownLabel(field) : name;
}

/** The label of the field or paper with this id. */
export function labelIn(all: OwnLabels, id: string): string {
  const own = all.find((one) => one.id === id);
  return own ? ownLabel(own) : id;
}

export function wordsOfOwn(fields: readonly OwnField[], name: string, value: string): string {
  const field = fieldNamed(fields, name);
  return field ? ownValueWords(field, value) : value;
}

/** The needed own fields without which nothing is approved. */
export const missingWords = (missing: readonly string[]): string =>
  m.approval_missing({ fields: missing.map((label) => `\u2068${label}\u2069`).join(", ") });
