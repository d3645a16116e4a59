import type { OwnPart, PaperPart } from "#core/audit/audit-details.ts";
import type { OwnAudience, OwnFieldType } from "#core/own-fields/own-field.ts";
import { type OwnPaperPage, ownPaperPages } from "#core/own-fields/own-paper.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenCount } from "#i18n/written.ts";

export const ownTypeWords: Record<OwnFieldType, () => string> = {
  text: m.own_field_text,
  "long-text": m.own_field_long_text,
  number: m.own_field_number,
  day: m.own_field_day,
  choice: m.own_field_choice,
  "yes-no": m.own_field_yes_no,
  country: m.own_field_country,
  phone: m.own_field_phone,
};

export const ownAudienceWords: Record<OwnAudience, () => string> = {
  staff: m.own_field_for_staff,
  holder: m.own_field_for_holder,
  visitors: m.own_field_for_visitors,
};

const partWords: Record<OwnPart, () => string> = {
  labels: m.name,
  hints: m.own_field_help,
  type: m.own_field_type,
  audience: m.own_field_audience,
  choices: m.own_field_choices,
  isNeeded: m.own_field_is_needed_short,
  isSearched: m.own_field_searched_short,
  isRemoved: m.own_fields_removed,
  isEmptying: m.own_field_delete_values,
  emptied: m.own_field_emptied,
};

const ownPageWords: Record<OwnPaperPage, () => string> = {
  "/": m.own_paper_on_home,
  "/Check_Visa": m.own_paper_on_check,
};

export const onPagesWords = (onPages: readonly string[]): string =>
  ownPaperPages.flatMap((page) => (onPages.includes(page) ? ownPageWords[page]() : [])).join(", ");

const paperPartWords: Record<PaperPart, () => string> = {
  labels: m.name,
  audience: m.own_field_audience,
  onPages: m.own_paper_on_pages,
  isForMany: m.own_paper_is_for_many_short,
  icon: m.own_paper_icon,
  isSearched: m.own_field_searched_short,
  hasLastDay: m.own_paper_has_last_day_short,
  isRemoved: m.own_papers_removed,
  isEmptying: m.own_paper_delete_files,
  emptied: m.own_paper_emptied,
};

export const searchWords = (percent: number): string =>
  percent < 100 ? m.own_field_filling({ percent: writtenCount(percent) }) : m.own_field_searched_short();

const groups = {
  ownFields: { one: m.own_field_title, all: m.own_fields_title, parts: new Map(Object.entries(partWords)) },
  ownPapers: { one: m.own_paper_title, all: m.own_papers_title, parts: new Map(Object.entries(paperPartWords)) },
};

const isGroup = (text: string): text is keyof typeof groups => Object.hasOwn(groups, text);

/** The label of a field of the audit log, such as "ownFields.f1.labels". Undefined if it is about something else. */
export function ownFieldLabel(name: string): string | undefined {
  const [group = "", , part = ""] = name.split(".");
  if (!isGroup(group)) return undefined;
  const { one, all, parts } = groups[group];
  const words = parts.get(part);
  return words ? `${one()}: ${words()}` : all();
}
