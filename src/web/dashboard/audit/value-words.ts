import type { AuditDetails } from "#core/audit/audit-event.ts";
import { paymentMethods } from "#core/classes/payment.ts";
import { ownAudiences, ownFieldTypes } from "#core/own-fields/own-field.ts";
import { documentKinds } from "#core/records/document-kinds.ts";
import { numberSigns } from "#core/records/numbers.ts";
import { isFieldName } from "#core/records/record-fields.ts";
import { isLanguage, languageNames } from "#core/settings/languages.ts";
import { isTextPage } from "#core/texts/page-text.ts";
import { m } from "#i18n/compiled/messages.js";
import { fieldWords } from "#i18n/field-words.ts";
import { deliveredText } from "#i18n/page-texts.ts";
import { spokenLocale } from "#i18n/offered-locales.ts";
import { writtenClock, writtenCount, writtenDay, writtenMoney, writtenTime } from "#i18n/written.ts";
import { hasWords, problemWords } from "#design/form/problem-words.ts";
import { roleName } from "#design/role-name.ts";
import { documentTitle } from "#i18n/document-titles.ts";
import { formWords, heldKindWords } from "#i18n/held-words.ts";
import { methodWords } from "../classes/payments-table.tsx";
import { onPagesWords, ownAudienceWords, ownFieldLabel, ownTypeWords } from "../settings/own-field-words.ts";
import { choiceWords, labelOf } from "../settings/box-words.ts";
import { choiceOfField, isUnsaid, labelOfField } from "./field-words.ts";

export type ShownChange = { label: string; words: string };

/** Returns the changes in words. Each changed setting of a group gets its own line. */
export function changesInWords(details: AuditDetails): ShownChange[] {
  const currency = [details["currency"]?.to, details["currency"]?.from].find((code) => typeof code === "string");
  return Object.entries(details)
    .flatMap(([name, { from, to }]) => leaves(name, from, to))
    .filter(({ name }) => !isUnsaid(name.replace(ofProvider, "")))
    .map(({ name, from, to }) => ({ label: labelFor(name), words: between(name, { from, to }, currency) }))
    .filter(({ words }) => words !== "");
}

type Leaf = { name: string; from: unknown; to: unknown };

function leaves(name: string, from: unknown, to: unknown): Leaf[] {
  if (!groups.test(name) || !(isGroup(from) || isGroup(to))) return [{ name, from, to }];
  const [before, after] = [isGroup(from) ? from : {}, isGroup(to) ? to : {}];
  return Object.keys({ ...before, ...after })
    .filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
    .flatMap((key) => leaves(`${name}.${key}`, before[key], after[key]));
}

const groups = /^(?:operator|fraudWarning|backups|log|retention|features|languages(?:\.\w+)?)$/;

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The fields of a provider are followed by its id. */
const ofProvider = / \d+$/;

function labelFor(name: string): string {
  if (isFieldName(name)) return fieldWords[name].title();
  const [group, part = "", language = ""] = name.split(".");
  if (group === "texts" && isTextPage(part) && isLanguage(language))
    return `${deliveredText(part, spokenLocale()).title} (${languageNames[language]})`;
  if (group === "languages" && isLanguage(part))
    return language === "confirmed" ? `${languageNames[part]}: ${m.audit_field_confirmed()}` : languageNames[part];
  return (
    ownFieldLabel(name) ??
    secondLabel(name) ??
    labelOfField(name.replace(ofProvider, "")) ??
    labelOf(name) ??
    m.audit_field_other()
  );
}

const secondParts: Readonly<Record<string, (facts: { language: string }) => string>> = {
  labels: m.own_field_label_in,
  hints: m.second_number_help,
  example: () => m.second_number_example(),
  form: () => m.second_number_form(),
  isAbsent: () => m.second_number_absent(),
  isOptional: () => m.second_number_optional(),
};

function secondLabel(name: string): string | undefined {
  const [group, part = "", language = ""] = name.split(".");
  if (group !== "secondNumber" || !Object.hasOwn(secondParts, part)) return undefined;
  const words = secondParts[part]?.({ language: isLanguage(language) ? languageNames[language] : language });
  return `${m.second_number_title()}: ${words}`;
}

function between(name: string, { from, to }: Omit<Leaf, "name">, currency: unknown): string {
  if (isLong(name) || [from, to].some((value) => typeof value === "object" && value !== null && !isKinds(name)))
    return m.audit_changed();
  const [before, after] = [valueWords(name, from, currency), valueWords(name, to, currency)];
  if (before === "") return after;
  return after === "" ? m.history_emptied({ from: before }) : m.history_from_to({ from: before, to: after });
}

/** True for a list of kinds of documents, which are all named. */
const isKinds = (name: string) => name === "shownKinds" || name === "kindsOff";

/** True for a value that is a hash, or as long as a page. */
const isLong = (name: string) =>
  name === "logo" || /^own(?:Fields|Papers)\.order$/.test(name) || name.startsWith("texts.");

const longest = 500;

function valueWords(name: string, value: unknown, currency: unknown): string {
  if (value === null || value === undefined || value === "") return "";
  if (typeof value === "boolean") return value ? m.settings_on() : m.settings_off();
  if (typeof value === "number") return numberWords(name, value, currency);
  const text = Array.isArray(value) ? value.join(",") : typeof value === "string" ? value : "";
  if (name === "startsAt") return writtenClock(text);
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return writtenDay(text);
  const words = ownChoice(name, text) ?? choiceWords(name, text);
  return words.length > longest ? `${words.slice(0, longest)}…` : words;
}

function numberWords(name: string, value: number, currency: unknown): string {
  if (name === "closedAt" || name === "expiresAt") return writtenTime(value);
  if (name !== "fee" && name !== "amount") return writtenCount(value);
  // If the currency is unknown, two decimal places are assumed, as nearly all currencies have.
  return typeof currency === "string" ? writtenMoney(value, currency) : writtenCount(value / 100);
}

function ownChoice(name: string, value: string): string | undefined {
  if (name === "role") return roleName(value);
  if (name.endsWith(".onPages")) return onPagesWords(value.split(" "));
  if (name === "missing" || name.endsWith(".icon")) return kindWords(value);
  if (/^own(?:Fields|Papers)\./.test(name)) return ownPartWords(value);
  if (name === "secondNumber.form")
    return formWords(value === "plain" ? null : numberSigns.filter((sign) => value.split(" ").includes(sign)));
  if (name === "problem") return hasWords(value) ? problemWords(value) : m.audit_field_other();
  if (name === "method") return methodWords[paymentMethods.find((method) => method === value) ?? "other"]();
  if (name === "keySet" || name === "signingKey") return value.slice(0, 12);
  if (name === "change") return isHeldKind(value) ? heldKindWords[value].short() : undefined;
  return choiceOfField(name, value);
}

const kindWords = (value: string): string | undefined =>
  documentKinds.flatMap((kind) => (kind === value ? documentTitle(kind, "/") : []))[0];

const ownPartWords = (value: string): string | undefined =>
  ownFieldTypes.flatMap((type) => (type === value ? ownTypeWords[type]() : []))[0] ??
  ownAudiences.flatMap((audience) => (audience === value ? ownAudienceWords[audience]() : []))[0];

const isHeldKind = (kind: string): kind is keyof typeof heldKindWords => Object.hasOwn(heldKindWords, kind);
