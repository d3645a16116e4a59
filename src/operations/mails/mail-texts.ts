import type { FactorChange } from "#core/staff/account-mails.ts";
import type { Role } from "#core/staff/roles.ts";
import { m } from "#i18n/compiled/messages.js";
import { inBothLanguages, type Say } from "#i18n/offered-locales.ts";

type MailText = { subject: string; text: string };
type Language = Parameters<Say>[0];
type Message<Inputs> = (inputs: Inputs, language: Language) => string;

/** A mail for somebody whose language is not known. */
const inBoth = <Inputs>(
  subject: Message<Inputs>,
  text: Message<Inputs>,
  inputs: (language: Language) => Inputs,
): MailText => ({
  subject: inBothLanguages(" / ", (language) => subject(inputs(language), language)),
  text: `${inBothLanguages("\n\n\n* * *\n\n\n", (language) => text(inputs(language), language))}\n`,
});

export const confirmAddress = (operator: string, link: string): MailText =>
  inBoth(m.mail_confirm_subject, m.mail_confirm_text, () => ({ operator, link }));

export const alreadyRegistered = (operator: string, signInLink: string, resetLink: string): MailText =>
  inBoth(m.mail_registered_subject, m.mail_registered_text, () => ({ operator, signInLink, resetLink }));

export const resetPassword = (operator: string, link: string): MailText =>
  inBoth(m.mail_reset_subject, m.mail_reset_text, () => ({ operator, link }));

export const passwordChanged = (operator: string, name: string): MailText =>
  inBoth(m.mail_password_subject, m.mail_password_text, () => ({ operator, name }));

const changeTexts: Record<FactorChange, Message<object>> = {
  "totp-added": m.mail_totp_added,
  "totp-removed": m.mail_totp_removed,
  "passkey-added": m.mail_passkey_added,
  "passkey-removed": m.mail_passkey_removed,
  "factors-reset": m.mail_factors_taken_away,
  "recovery-codes-made": m.mail_recovery_codes_made,
  "google-connected": m.mail_google_connected,
  "google-removed": m.mail_google_removed,
};

export const factorsChanged = (operator: string, name: string, what: FactorChange): MailText =>
  inBoth(m.mail_factors_subject, m.mail_factors_text, (language) => ({
    operator,
    name,
    change: changeTexts[what]({}, language),
  }));

const roleNames: Record<Role, Message<object>> = {
  admin: m.role_admin,
  moderator: m.role_moderator,
  student: m.role_student,
};

export const invited = (operator: string, link: string, role: Role, invitedBy: string): MailText =>
  inBoth(m.mail_invited_subject, m.mail_invited_text, (language) => ({
    operator,
    link,
    invitedBy,
    role: roleNames[role]({}, language),
  }));

export const testMail = (operator: string): MailText =>
  inBoth(m.mail_test_subject, m.mail_test_text, () => ({ operator }));

type Answered = { operator: string; reference: string; answer: string; link: string };

/** The answer of staff, in both languages. The report is not quoted: its sender may not own the address. */
export const reportAnswered = ({ operator, reference, answer, link }: Answered): MailText => ({
  subject: inBothLanguages(" / ", (language) => m.mail_report_subject({ reference }, language)),
  text: [
    inBothLanguages("\n\n", (language) => m.mail_report_begins({ operator, reference }, language)),
    answer,
    inBothLanguages("\n\n", (language) => m.mail_report_ends({ link }, language)),
  ]
    .join("\n\n* * *\n\n")
    .concat("\n"),
});
