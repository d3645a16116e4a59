import type { AccountMails } from "#core/accounts/account-mails.ts";
import type { Portal } from "../portal/portal.ts";
import { senderNameOf } from "../portal/current-settings.ts";
import { type MailQueue, queueMail } from "./mail-queue.ts";
import type * as mailTexts from "./mail-texts.ts";

type MailContext = MailQueue & Pick<Portal, "settingsCache" | "publicOrigin">;
/** Composes a mail. The texts are loaded only when the first mail is made. */
export type ComposeMail = (texts: typeof mailTexts, operator: string) => { subject: string; text: string };

/** After this time, the link in the mail has expired. */
const resetIsUsefulHours = 1;

/**
 * Composes the mails of accounts in both languages. If the page that asked for a mail is in an added language, that
 * language comes first. A person who registers chooses the name and may enter somebody else's address. So only mails to
 * a confirmed address contain a name: otherwise, strangers could send messages in it.
 */
export function accountMails(context: MailContext): AccountMails {
  async function send(to: string, compose: ComposeMail, usefulHours?: number): Promise<void> {
    const senderName = await senderNameOf(context);
    // The texts are loaded only when the first mail is made.
    const texts = await import("./mail-texts.ts");
    await queueMail(context, { to, senderName, ...compose(texts, senderName) }, usefulHours);
  }

  return {
    confirmAddress: ({ email, language }, link) =>
      send(email, (texts, operator) => texts.confirmAddress(operator, link, language)),
    alreadyRegistered: ({ email, language }, signInLink, resetLink) =>
      send(email, (texts, operator) => texts.alreadyRegistered(operator, signInLink, resetLink, language)),
    resetPassword: ({ email, language }, link) =>
      send(email, (texts, operator) => texts.resetPassword(operator, link, language), resetIsUsefulHours),
    passwordChanged: ({ email, name }) =>
      send(email, (texts, operator) => texts.passwordChanged(operator, onOneLine(name) || email)),
    factorsChanged: ({ email, name }, what, provider = "") =>
      send(email, (texts, operator) => texts.factorsChanged(operator, onOneLine(name) || email, what, provider)),
    invited: ({ email }, { link, role, invitedBy }) =>
      send(email, (texts, operator) => texts.invited(operator, link, role, onOneLine(invitedBy) || operator)),
  };
}

const onOneLine = (name: string) => name.replaceAll(/[\p{Cc}\s]+/gu, " ").trim();
