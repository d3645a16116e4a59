import type { FactorChange } from "#core/staff/account-mails.ts";
import type { Role } from "#core/staff/roles.ts";
import { m } from "#i18n/compiled/messages.js";
import { type Say, inBothLanguages } from "#i18n/in-both-languages.ts";

type MailText = { subject: string; text: string };

const inBoth = (subject: Say, text: Say): MailText => ({
  subject: inBothLanguages(" / ", subject),
  text: `${inBothLanguages("\n\n\n* * *\n\n\n", text)}\n`,
});

export const confirmAddress = (operator: string, link: string): MailText =>
  inBoth(
    (language) => m.mail_confirm_subject({}, language),
    (language) => m.mail_confirm_text({ operator, link }, language),
  );

export const alreadyRegistered = (operator: string, signInLink: string, resetLink: string): MailText =>
  inBoth(
    (language) => m.mail_registered_subject({}, language),
    (language) => m.mail_registered_text({ operator, signInLink, resetLink }, language),
  );

export const resetPassword = (operator: string, link: string): MailText =>
  inBoth(
    (language) => m.mail_reset_subject({}, language),
    (language) => m.mail_reset_text({ operator, link }, language),
  );

export const passwordChanged = (operator: string, name: string): MailText =>
  inBoth(
    (language) => m.mail_password_subject({}, language),
    (language) => m.mail_password_text({ operator, name }, language),
  );

const sayChange: Record<FactorChange, Say> = {
  "totp-added": (language) => m.mail_totp_added({}, language),
  "totp-removed": (language) => m.mail_totp_removed({}, language),
  "passkey-added": (language) => m.mail_passkey_added({}, language),
  "passkey-removed": (language) => m.mail_passkey_removed({}, language),
  "factors-reset": (language) => m.mail_factors_taken_away({}, language),
  "recovery-codes-made": (language) => m.mail_recovery_codes_made({}, language),
};

export const factorsChanged = (operator: string, name: string, what: FactorChange): MailText =>
  inBoth(
    (language) => m.mail_factors_subject({}, language),
    (language) => m.mail_factors_text({ operator, name, change: sayChange[what](language) }, language),
  );

const sayRole: Record<Role, Say> = {
  admin: (language) => m.role_admin({}, language),
  moderator: (language) => m.role_moderator({}, language),
  student: (language) => m.role_student({}, language),
};

export const invited = (operator: string, link: string, role: Role, invitedBy: string): MailText =>
  inBoth(
    (language) => m.mail_invited_subject({ operator }, language),
    (language) => m.mail_invited_text({ operator, link, invitedBy, role: sayRole[role](language) }, language),
  );

type Answered = { operator: string; reference: string; answer: string; link: string };

/**
 * The answer of staff, once, between a beginning and an end in both languages. The report itself is not quoted: its
 * sender may have given somebody else's address, and could send messages to it in this way.
 */
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
