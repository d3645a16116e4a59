import { operatorName } from "#core/settings/operator-name.ts";
import type { AccountMails } from "#core/staff/account-mails.ts";
import type { Portal } from "../portal.ts";
import { currentSettings } from "../settings/current-settings.ts";
import type * as wording from "./account-mail-wording.ts";
import { type Mailbox, queueMail } from "./post-mail.ts";

type Office = Mailbox & Pick<Portal, "settingsSeen" | "publicOrigin">;
type Write = (say: typeof wording, operator: string) => { subject: string; text: string };

/** Its link has ended by then. */
const resetIsUsefulHours = 1;

/**
 * Writes the mails of accounts in both languages. Whoever registers chooses the name and may give somebody else's
 * address: only a letter to an address that is known to be the person's own says a name, or a stranger's message would
 * travel in it.
 */
export function accountMails(office: Office): AccountMails {
  async function send(to: string, write: Write, usefulHours?: number): Promise<void> {
    const { operator } = await currentSettings(office);
    const senderName = operatorName(operator, office.publicOrigin);
    // Texts are loaded with the first letter.
    const say = await import("./account-mail-wording.ts");
    await queueMail(office, { to, senderName, ...write(say, senderName) }, usefulHours);
  }

  return {
    confirmAddress: ({ email }, link) => send(email, (say, operator) => say.confirmAddress(operator, link)),
    alreadyRegistered: ({ email }, signInLink, resetLink) =>
      send(email, (say, operator) => say.alreadyRegistered(operator, signInLink, resetLink)),
    resetPassword: ({ email }, link) =>
      send(email, (say, operator) => say.resetPassword(operator, link), resetIsUsefulHours),
    passwordChanged: ({ email, name }) =>
      send(email, (say, operator) => say.passwordChanged(operator, calling(name, email))),
    factorsChanged: ({ email, name }, what) =>
      send(email, (say, operator) => say.factorsChanged(operator, calling(name, email), what)),
    invited: ({ email }, { link, role, invitedBy }) =>
      send(email, (say, operator) => say.invited(operator, link, role, onOneLine(invitedBy))),
  };
}

/** A name may be missing where another site knew none. */
const calling = (name: string, email: string) => onOneLine(name) || email;

const onOneLine = (name: string) => name.replaceAll(/[\p{Cc}\s]+/gu, " ").trim();
