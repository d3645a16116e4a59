import { otherNamesADay, type StopReason } from "#core/desk/guessing.ts";
import type { HolderNews } from "#core/holders/holder-news.ts";
import type { AlertChoices, AlertKind } from "#core/accounts/alerts.ts";
import type { FactorChange } from "#core/accounts/account-mails.ts";
import type { HeldChange } from "#core/accounts/held-changes.ts";
import type { LogFaultKind } from "#core/proofs/log-faults.ts";
import type { Role } from "#core/accounts/roles.ts";
import type { Zone } from "#core/office-clock.ts";
import type { PublicRecord } from "#core/records/visibility.ts";
import { endingOf } from "#core/records/watch.ts";
import type { Language } from "#core/settings/languages.ts";
import { m } from "#i18n/compiled/messages.js";
import { endedLines, endedOf, endedWords } from "#i18n/ended-words.ts";
import { heldWords } from "#i18n/held-words.ts";
import { writtenCount, writtenDay, writtenTime } from "#i18n/written.ts";
import { inBothLanguages, type Say } from "#i18n/offered-locales.ts";

type MailText = { subject: string; text: string };
type InLanguage = Parameters<Say>[0];
/** The language of the page on which somebody asked for the mail. */
type PageLanguage = Language | undefined;
type Message<Inputs> = (inputs: Inputs, language: InLanguage) => string;

/** A mail for a person whose language is not known. */
const inBoth = <Inputs>(
  subject: Message<Inputs>,
  text: Message<Inputs>,
  inputs: (language: InLanguage) => Inputs,
  pageLanguage?: PageLanguage,
): MailText => ({
  subject: inBothLanguages(" / ", (language) => subject(inputs(language), language), pageLanguage),
  text: `${inBothLanguages("\n\n\n* * *\n\n\n", (language) => text(inputs(language), language), pageLanguage)}\n`,
});

export const confirmAddress = (operator: string, link: string, pageLanguage: PageLanguage): MailText =>
  inBoth(m.mail_confirm_subject, m.mail_confirm_text, () => ({ operator, link }), pageLanguage);

export const alreadyRegistered = (
  operator: string,
  signInLink: string,
  resetLink: string,
  pageLanguage: PageLanguage,
): MailText =>
  inBoth(m.mail_registered_subject, m.mail_registered_text, () => ({ operator, signInLink, resetLink }), pageLanguage);

export const resetPassword = (operator: string, link: string, pageLanguage: PageLanguage): MailText =>
  inBoth(m.mail_reset_subject, m.mail_reset_text, () => ({ operator, link }), pageLanguage);

export const passwordChanged = (operator: string, name: string): MailText =>
  inBoth(m.mail_password_subject, m.mail_password_text, () => ({ operator, name }));

const changeTexts: Record<FactorChange, Message<{ provider: string }>> = {
  "totp-added": m.mail_totp_added,
  "codes-added": m.mail_totp_added,
  "totp-removed": m.mail_totp_removed,
  "passkey-added": m.mail_passkey_added,
  "passkey-removed": m.mail_passkey_removed,
  "factors-reset": m.mail_factors_taken_away,
  "recovery-codes-made": m.mail_recovery_codes_made,
  "provider-connected": m.mail_provider_connected,
  "provider-removed": m.mail_provider_removed,
  "api-key-made": m.mail_api_key_made,
  "api-keys-ended": m.mail_api_keys_ended,
};

export const factorsChanged = (operator: string, name: string, what: FactorChange, provider: string): MailText =>
  inBoth(m.mail_factors_subject, m.mail_factors_text, (language) => ({
    operator,
    name,
    change: changeTexts[what]({ provider }, language),
  }));

const roleNames: Record<Role, Message<object>> = {
  admin: m.role_admin,
  moderator: m.role_moderator,
  organisation: m.role_organisation,
  student: m.role_student,
};

export const invited = (operator: string, link: string, role: Role, invitedBy: string): MailText =>
  inBoth(m.mail_invited_subject, m.mail_invited_text, (language) => ({
    operator,
    link,
    invitedBy,
    role: roleNames[role]({}, language),
  }));

type DeskStopped = { operator: string; name: string; reason: StopReason; misses: number; link: string };

const stopTexts = { misses: m.mail_desk_stopped_misses, "other-names": m.mail_desk_stopped_names };

/** For admins: an organisation was stopped, because it seems to guess. */
export const deskStoppedMail = ({ operator, name, reason, misses, link }: DeskStopped): MailText =>
  inBoth(m.mail_desk_stopped_subject, stopTexts[reason], () => ({
    operator,
    name,
    link,
    misses: String(misses),
    most: String(otherNamesADay),
  }));

/** For the people of an organisation: what they were told of these numbers has ended. It says nothing else. */
export const answerEndedMail = (words: { operator: string; endings: string; link: string }): MailText =>
  inBoth(m.mail_answer_ended_subject, m.mail_answer_ended_text, () => words);

type LinkTimes = { endsAt: number; worksFrom: number | null; zone: Zone };

/** The mail with a holder's link. If the link takes a page over, the mail says when the link begins to work. */
export const holderLinkMail = (operator: string, link: string, { endsAt, worksFrom, zone }: LinkTimes): MailText =>
  inBoth<Record<"operator" | "link" | "ends" | "from", string>>(
    m.mail_holder_link_subject,
    ({ from, ...words }, language) =>
      [m.mail_holder_link_text(words, language), ...(from !== "" ? [m.holder_card_from({ from }, language)] : [])].join(
        "\n\n",
      ),
    ({ locale }) => ({
      operator,
      link,
      ends: writtenTime(endsAt, { locale, zone }),
      from: worksFrom === null ? "" : writtenTime(worksFrom, { locale, zone }),
    }),
  );

type AboutNumber = {
  operator: string;
  /** The last characters of the number. The whole number is nowhere in the mail. */
  ending: string;
  pageLanguage: PageLanguage;
};

export const watchConfirmMail = ({ pageLanguage, ...words }: AboutNumber & { link: string }): MailText =>
  inBoth(m.mail_watch_confirm_subject, m.mail_watch_confirm_text, () => words, pageLanguage);

type FoundNumber = AboutNumber & { record: PublicRecord; today: string; page: string; stopLink: string };

/** Says which papers of the record have ended before anything else, also in the subject. */
export const watchFoundMail = ({ pageLanguage, record, today, ...words }: FoundNumber): MailText =>
  inBoth<typeof words & { ended: readonly string[] }>(
    ({ ended: [first] }, language) => first ?? m.mail_watch_found_subject({}, language),
    ({ ended, ...found }, language) =>
      [...(ended.length > 0 ? [ended.join("\n")] : []), m.mail_watch_found_text(found, language)].join("\n\n"),
    ({ locale }) => {
      const ended = endedOf(record, today, locale);
      return { ...words, ended: [endedWords(ended, locale) ?? [], ...endedLines(ended, locale)].flat() };
    },
    pageLanguage,
  );

export const holderConfirmMail = (operator: string, link: string, pageLanguage: Language): MailText =>
  inBoth(m.mail_holder_confirm_subject, m.mail_holder_confirm_text, () => ({ operator, link }), pageLanguage);

export const holderMailsStopped = (operator: string, pageLanguage: Language): MailText =>
  inBoth(m.mail_holder_stopped_subject, m.mail_holder_stopped_text, () => ({ operator }), pageLanguage);

export const holderLastMails = {
  deleted: (operator: string, pageLanguage: Language): MailText =>
    inBoth(m.mail_holder_deleted_subject, m.mail_holder_deleted_text, () => ({ operator }), pageLanguage),
  "another-person": (operator: string, pageLanguage: Language): MailText =>
    inBoth(m.mail_holder_ended_subject, m.mail_holder_ended_text, () => ({ operator }), pageLanguage),
};

const newsTexts: Record<HolderNews, Message<{ number: string }>> = {
  "new-link": m.mail_holder_new_link,
  frozen: m.mail_holder_frozen,
  passkey: m.mail_holder_passkey,
  "false-papers": m.mail_holder_false_papers,
  account: m.mail_holder_account,
  wallet: m.mail_holder_wallet,
  published: m.mail_holder_published,
  hidden: m.mail_holder_hidden,
  documents: m.mail_holder_documents,
  changed: m.mail_holder_changed,
  looked: m.mail_holder_looked,
  "code-used": m.mail_holder_code_used,
};

type News = {
  operator: string;
  news: readonly HolderNews[];
  falseNumbers: readonly string[];
  page: string;
  stopLink: string;
  pageLanguage: Language;
};

/** Says only that something happened, never what the record contains. Of a number on false papers it names the end. */
export const holderNewsMail = ({ news, falseNumbers, pageLanguage, ...links }: News): MailText =>
  inBoth(
    m.mail_holder_news_subject,
    m.mail_holder_news_text,
    (language) => {
      const number = falseNumbers.map((one) => `…${endingOf(one)}`).join(", ");
      return { ...links, news: news.map((kind) => `– ${newsTexts[kind]({ number }, language)}`).join("\n") };
    },
    pageLanguage,
  );

export const testMail = (operator: string): MailText =>
  inBoth(m.mail_test_subject, m.mail_test_text, () => ({ operator }));

export const mailServerCodeMail = (operator: string, code: string): MailText =>
  inBoth(m.mail_server_code_subject, m.mail_server_code_text, () => ({ operator, code }));

/** `host`: the new server; null if mails are only kept as files from now on. */
export const mailServerMail = (operator: string, host: string | null): MailText =>
  inBoth(m.mail_server_new_subject, m.mail_server_new_text, ({ locale }) => ({
    operator,
    host: host ?? m.mail_server_new_files({}, { locale }),
  }));

/** `who` was refused after too many taken numbers. */
export const takenNumbersMail = (words: { operator: string; who: string; link: string }): MailText =>
  inBoth(m.mail_taken_subject, m.mail_taken_text, () => words);

/** The operator approved without a second person. `link`: the page of the record. */
export const releasedRecordMail = (words: { operator: string; link: string }): MailText =>
  inBoth(m.mail_released_subject, m.mail_released_text, () => words);

/** Something is wrong with the public log, according to these witnesses if any. `link`: the page about the log. */
export const logFaultMail = (
  kind: LogFaultKind,
  words: { operator: string; link: string; witnesses: string },
): MailText => {
  const [subject, text] = logFaultWords[kind];
  return inBoth(subject, text, () => words);
};

const logFaultWords = {
  damaged: [m.mail_log_damaged_subject, m.mail_log_damaged_text],
  differs: [m.mail_log_differs_subject, m.mail_log_differs_text],
  older: [m.mail_log_older_subject, m.mail_log_older_text],
  split: [m.mail_log_split_subject, m.mail_log_split_text],
  unwitnessed: [m.mail_log_unwitnessed_subject, m.mail_log_unwitnessed_text],
  unknown: [m.mail_log_unknown_subject, m.mail_log_unknown_text],
  silent: [m.mail_log_silent_subject, m.mail_log_silent_text],
} as const;

type HeldFacts = {
  operator: string;
  askedBy: string;
  change: HeldChange;
  name: string;
  /** The organisation of the person, if they are no staff. */
  outside: string | null;
  until: number;
  zone: Zone;
  link: string;
};

export const heldChangeMail = ({ change, name, outside, until, zone, ...words }: HeldFacts): MailText =>
  inBoth(m.mail_held_subject, m.mail_held_text, (language) => ({
    ...words,
    change: heldWords(withoutNumber(change), name, { ...language, outside }),
    until: writtenTime(until, { ...language, zone }),
  }));

/** Others may read a mail on its way. */
const withoutNumber = (change: HeldChange): HeldChange =>
  change.kind === "false-number" ? { ...change, number: `…${endingOf(change.number)}` } : change;

type LostRole = { operator: string; provider: string; name: string; pages: number; link: string };

export const lostRoleMail = ({ pages, ...words }: LostRole): MailText =>
  inBoth(m.mail_lost_role_subject, m.mail_lost_role_text, ({ locale }) => ({
    ...words,
    pages: writtenCount(pages, locale),
  }));

/** The checkpoint as it is served, for people who keep it. */
export const checkpointMail = (operator: string, note: string, link: string): MailText =>
  inBoth(m.mail_checkpoint_subject, m.mail_checkpoint_text, () => ({ operator, note, link }));

type ReportAnswer = { operator: string; reference: string; answer: string; link: string; pageLanguage: PageLanguage };

/**
 * The answer of staff, introduced in both languages, with an added language of the report first. The report is not
 * quoted: its sender may not own the address.
 */
export const reportAnswered = ({ operator, reference, answer, link, pageLanguage }: ReportAnswer): MailText => ({
  subject: inBothLanguages(" / ", (language) => m.mail_report_subject({ reference }, language), pageLanguage),
  text: [
    inBothLanguages("\n\n", (language) => m.mail_report_begins({ operator, reference }, language), pageLanguage),
    answer,
    inBothLanguages("\n\n", (language) => m.mail_report_ends({ link }, language), pageLanguage),
  ]
    .join("\n\n* * *\n\n")
    .concat("\n"),
});

export type AlertPart = {
  kind: AlertKind;
  count: number;
  /** Only some of the items that are counted. */
  items: readonly { link: string; reason: string }[];
  /** Leads to all items. */
  link: string;
  /** The day from which on it happens, if that is known. */
  day?: string;
};

const alertNames: Record<AlertKind, Message<{ count: string; date: string }>> = {
  waiting: m.mail_alert_waiting,
  resubmitted: m.mail_alert_resubmitted,
  "sent-back": m.mail_alert_sent_back,
  report: m.mail_alert_report,
  run: m.mail_alert_run,
  expiry: m.mail_alert_expiry,
  deletion: m.mail_alert_deletion,
  site: m.mail_alert_backups,
  webhook: m.mail_alert_webhook,
};

/** The mail with the alerts of a member of staff, in the language that they chose; "" means both. */
export function alertMail(
  operator: string,
  chosen: AlertChoices["language"],
  parts: readonly AlertPart[],
  choicesLink: string,
): MailText {
  const named = ({ kind, count, day }: AlertPart, language: InLanguage) =>
    alertNames[kind](
      {
        count: writtenCount(count, language.locale),
        date: day ? writtenDay(day, language.locale) : "",
      },
      language,
    );
  const [first] = parts;
  const subject: Say = (language) =>
    parts.length === 1 && first ? named(first, language) : m.mail_alert_several({}, language);
  const written = (part: AlertPart, language: InLanguage) =>
    [
      named(part, language),
      ...part.items.map(({ link, reason }) =>
        reason === "" ? link : `${link}\n${m.mail_alert_reason({ reason }, language)}`,
      ),
      ...(part.items.length < part.count ? [`${m.mail_alert_all({}, language)} ${part.link}`] : []),
    ].join("\n\n");
  const text: Say = (language) =>
    [
      ...parts.map((part) => written(part, language)),
      m.mail_alert_ends({ operator, link: choicesLink }, language),
    ].join("\n\n\n");
  const inLanguages = (between: string, say: Say) =>
    chosen === "" ? inBothLanguages(between, say) : say({ locale: chosen });
  return {
    subject: `${operator}: ${inLanguages(" / ", subject)}`,
    text: `${inLanguages("\n\n\n* * *\n\n\n", text)}\n`,
  };
}
