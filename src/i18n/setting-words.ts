import type { FieldProblem } from "#core/errors.ts";
import type { SettingName, Settings } from "#core/settings/settings.ts";
import { m } from "#i18n/compiled/messages.js";

type Words = () => string;
type ChoiceWords = { label: Words; hint?: Words };

type BoxWords = ChoiceWords & {
  isSwitch?: true;
  isNumber?: true;
  /** What stands above its choices, if not the label. */
  legend?: Words;
  choices?: Readonly<Record<string, ChoiceWords>>;
  /** What is wrong with the box, where the usual words do not fit. */
  problems?: Partial<Record<FieldProblem, Words>>;
};

/** Settings that nobody reads in this way: their parts have names elsewhere, or other words say them. */
type Unsaid = "dateIsSet" | "features" | "languages" | "ownFields" | "ownPapers" | "texts";
/** Settings that are said as a whole. */
type Whole = "kindsOff" | "logo" | "secondNumber" | "menus" | "officialPlaces" | "proposedOffices" | "shownKinds";
/** Settings with parts that have a box each. */
type Group = {
  [Name in Exclude<SettingName, Unsaid | Whole>]: Settings[Name] extends object ? Name : never;
}[Exclude<SettingName, Unsaid | Whole>];

export type BoxName =
  | Exclude<SettingName, Unsaid | Group>
  | { [Name in Group]: `${Name}.${keyof Settings[Name] & string}` }[Group];

type ValueOf<Name extends BoxName> = Name extends `${infer Of extends Group}.${infer Part}`
  ? Settings[Of][Part & keyof Settings[Of]]
  : Settings[Name & SettingName];

/** A switch, a number and a choice say what they are; a choice has words for each of its values and for no other. */
type WordsFor<Value> = [Value] extends [boolean]
  ? { isSwitch: true }
  : [Value] extends [number]
    ? { isNumber: true }
    : string extends Value
      ? { choices?: never }
      : [Value] extends [string]
        ? { choices: { [Choice in Value]: ChoiceWords } }
        : { choices?: never };

const ofSwitch = (label: Words, hint?: Words) => ({ label, isSwitch: true, ...(hint && { hint }) }) as const;

/** `wrong`: which numbers may be typed. */
const ofNumber = (label: Words, { hint, wrong }: { hint?: Words; wrong?: Words } = {}) =>
  ({
    label,
    isNumber: true,
    ...(hint && { hint }),
    ...(wrong && { problems: { "whole-number": wrong } }),
  }) as const;

/** The words of each box of the settings, in the order of the forms, and of what is set elsewhere. */
const settingWords = {
  "operator.name": {
    label: m.operator_name,
    hint: m.operator_name_hint,
    problems: { required: m.operator_name_required },
  },
  "operator.about": { label: m.operator_about, hint: m.operator_about_hint },
  "operator.aboutBangla": { label: m.operator_about_bangla },
  "operator.licence": { label: m.operator_licence, hint: m.operator_licence_hint },
  "operator.licenceBangla": { label: m.operator_licence_bangla, hint: m.operator_bangla_hint },
  "operator.licenceRegister": { label: m.operator_register, hint: m.operator_register_hint },
  "operator.address": { label: m.settings_address, hint: m.settings_address_hint },
  "operator.phone": { label: m.operator_phone, hint: m.operator_reach_hint },
  "operator.email": { label: m.operator_email, hint: m.operator_licence_hint },
  "operator.page": { label: m.settings_page, hint: m.settings_page_hint },
  timeZone: { label: m.settings_time_zone, hint: m.settings_time_zone_hint },

  lookupPolicy: {
    label: m.lookup_policy,
    choices: {
      guarded: { label: m.lookup_guarded, hint: m.lookup_guarded_advice },
      code: { label: m.lookup_code, hint: m.lookup_code_advice },
      open: { label: m.lookup_open, hint: m.lookup_open_advice },
    },
  },
  shownKinds: { label: m.shown_kinds, hint: m.shown_kinds_advice },
  kindsOff: { label: m.kinds_off },
  holdersMayHoldBack: ofSwitch(m.settings_hold_back, m.settings_hold_back_hint),
  "fraudWarning.isOn": ofSwitch(m.settings_warning, m.settings_warning_hint),
  "fraudWarning.text": { label: m.settings_warning_text, hint: m.settings_warning_text_hint },
  "fraudWarning.textBangla": { label: m.settings_warning_bangla },
  statementDays: ofNumber(m.settings_statement_days, {
    hint: m.settings_statement_days_hint,
    wrong: m.settings_statement_days_number,
  }),

  fourEyes: ofSwitch(m.settings_four_eyes, m.settings_four_eyes_hint),
  leftRevisions: {
    label: m.settings_left_revisions,
    choices: {
      discard: { label: m.settings_left_discard, hint: m.settings_left_discard_hint },
      publish: { label: m.settings_left_publish, hint: m.settings_left_publish_hint },
    },
  },
  secondNumber: { label: m.second_number_title },
  irccNumberIsOptional: ofSwitch(m.second_number_optional, m.second_number_optional_hint),
  defaultNationality: { label: m.settings_nationality, hint: m.settings_nationality_hint },

  "retention.since": {
    label: m.settings_retention,
    legend: m.settings_retention_kept,
    choices: {
      never: { label: m.settings_retention_never },
      published: { label: m.settings_retention_published, hint: m.settings_retention_published_hint },
      changed: { label: m.settings_retention_changed, hint: m.settings_retention_changed_hint },
    },
  },
  "retention.months": ofNumber(m.settings_retention_months, { wrong: m.settings_retention_months_number }),
  "retention.noticeDays": ofNumber(m.settings_retention_notice, {
    hint: m.settings_retention_notice_hint,
    wrong: m.settings_retention_notice_number,
  }),

  registration: {
    label: m.settings_registration,
    choices: {
      invite: { label: m.settings_registration_invite, hint: m.settings_registration_invite_hint },
      open: { label: m.settings_registration_open, hint: m.settings_registration_open_hint },
    },
  },
  secondFactor: {
    label: m.settings_second_factor,
    choices: {
      required: { label: m.settings_second_factor_required, hint: m.settings_second_factor_required_hint },
      optional: { label: m.settings_second_factor_optional, hint: m.settings_second_factor_optional_hint },
    },
  },

  "backups.isOn": ofSwitch(m.settings_backups_on, m.settings_backups_on_hint),
  "backups.hour": ofNumber(m.settings_backups_hour, { hint: m.settings_backups_hour_hint }),
  "backups.days": ofNumber(m.settings_backups_days, { wrong: m.settings_backups_days_number }),
  "backups.weeks": ofNumber(m.settings_backups_weeks, { wrong: m.settings_backups_weeks_number }),
  "backups.months": ofNumber(m.settings_backups_months, { wrong: m.settings_backups_months_number }),

  "log.witnesses": { label: m.settings_log_witnesses, hint: m.settings_log_witnesses_hint },
  "log.mailTo": { label: m.settings_log_mail, hint: m.settings_log_mail_hint },
  "log.registers": { label: m.settings_registers, hint: m.settings_registers_hint },

  dateValue: { label: m.change_date_label },
  checklistIsPutAway: ofSwitch(m.audit_field_checklist),
  logo: { label: m.look_logo },
  accent: { label: m.look_accent_label },
  menus: { label: m.menus_title },
  officialPlaces: { label: m.settings_places },
  proposedOffices: { label: m.sets_offices },
} as const satisfies { [Name in BoxName]: BoxWords & WordsFor<ValueOf<Name>> };

export const isBoxName = (text: string): text is BoxName => Object.hasOwn(settingWords, text);
export const boxNames: readonly BoxName[] = Object.keys(settingWords).filter(isBoxName);

export const settingWordsOf = (name: BoxName): BoxWords => settingWords[name];

/** The texts of a box, as a field of a form takes them. */
export function boxTexts(name: BoxName): { label: string; hint?: string } {
  const { label, hint } = settingWordsOf(name);
  return { label: label(), ...(hint && { hint: hint() }) };
}
