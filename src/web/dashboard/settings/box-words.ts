import { documentKinds } from "#core/records/document-kinds.ts";
import { features } from "#core/settings/features.ts";
import { m } from "#i18n/compiled/messages.js";
import { documentTitle } from "#i18n/document-titles.ts";
import { featureWords } from "./feature-words.ts";
import { type Boxes, featureBox } from "./sections.ts";

export type NamedBox = { name: string; label: string; value: string };

/** Returns the boxes that differ from `others`, with their values in words. */
export const namedBoxes = (boxes: Boxes, others: Boxes): NamedBox[] =>
  Object.entries(boxes)
    .filter(([name, value]) => others[name] !== value)
    .map(([name, value]) => ({ name, label: labelOf(name), value: wordsOf(name, value) }));

export function labelOf(name: string): string {
  const place = /^officialPlaces\.(\w+)\./.exec(name)?.[1];
  const kind = documentKinds.find((known) => known === place);
  return kind ? documentTitle(kind, "/") : (labels.get(name)?.() ?? name);
}

const labels = new Map([
  ...features.map((feature) => [featureBox(feature), featureWords[feature].name] as const),
  ["operator.name", m.operator_name],
  ["operator.about", m.operator_about],
  ["operator.aboutBangla", m.operator_about_bangla],
  ["operator.licence", m.operator_licence],
  ["operator.licenceBangla", m.operator_licence_bangla],
  ["operator.licenceRegister", m.operator_register],
  ["operator.address", m.settings_address],
  ["operator.phone", m.operator_phone],
  ["operator.email", m.operator_email],
  ["operator.page", m.settings_page],
  ["timeZone", m.settings_time_zone],
  ["lookupPolicy", m.lookup_policy],
  ["shownKinds", m.shown_kinds],
  ["holdersMayHoldBack", m.settings_hold_back],
  ["statementDays", m.settings_statement_days],
  ["fourEyes", m.settings_four_eyes],
  ["leftRevisions", m.settings_left_revisions],
  ["irccNumberIsOptional", m.settings_ircc_optional],
  ["defaultNationality", m.settings_nationality],
  ["retention.since", m.settings_retention],
  ["retention.months", m.settings_retention_months],
  ["retention.noticeDays", m.settings_retention_notice],
  ["registration", m.settings_registration],
  ["secondFactor", m.settings_second_factor],
  ["backups.isOn", m.settings_backups_on],
  ["backups.hour", m.settings_backups_hour],
  ["backups.days", m.settings_backups_days],
  ["backups.weeks", m.settings_backups_weeks],
  ["backups.months", m.settings_backups_months],
  ["log.witnesses", m.settings_log_witnesses],
  ["log.mailTo", m.settings_log_mail],
  ["log.registers", m.settings_registers],
]);

const wordsOf = (name: string, value: string): string => choiceWords(name, value) || m.settings_nothing();

export const choiceWords = (name: string, value: string): string =>
  name === "shownKinds" ? titlesOf(value) : (choices.get(`${name} ${value}`)?.() ?? value);

const choices = new Map([
  ...features.flatMap((feature) => [
    [`${featureBox(feature)} on`, m.settings_on] as const,
    [`${featureBox(feature)} `, m.settings_off] as const,
  ]),
  ["lookupPolicy open", m.lookup_open],
  ["lookupPolicy guarded", m.lookup_guarded],
  ["lookupPolicy code", m.lookup_code],
  ["holdersMayHoldBack on", m.settings_on],
  ["irccNumberIsOptional on", m.settings_on],
  ["holdersMayHoldBack ", m.settings_off],
  ["irccNumberIsOptional ", m.settings_off],
  ["leftRevisions publish", m.settings_left_publish],
  ["leftRevisions discard", m.settings_left_discard],
  ["fourEyes on", m.settings_on],
  ["fourEyes ", m.settings_off],
  ["backups.isOn on", m.settings_on],
  ["backups.isOn ", m.settings_off],
  ["retention.since never", m.settings_retention_never],
  ["retention.since published", m.settings_retention_published],
  ["retention.since changed", m.settings_retention_changed],
  ["registration open", m.settings_registration_open],
  ["registration invite", m.settings_registration_invite],
  ["secondFactor required", m.settings_second_factor_required],
  ["secondFactor optional", m.settings_second_factor_optional],
]);

const titlesOf = (shown: string): string =>
  documentKinds
    .filter((kind) => shown.split(",").includes(kind))
    .map((kind) => documentTitle(kind, "/"))
    .join(", ");
