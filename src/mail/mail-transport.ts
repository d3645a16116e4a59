import type { SendMailOptions } from "nodemailer";
import { isMailAddress, type MailFailure, type QueuedMail } from "#core/mail.ts";
import { withoutJoiners } from "#core/unseen-characters.ts";

export type MailTransport = {
  /** True if mails are only written into the operator's own folder. */
  readonly keepsMails: boolean;
  /** Resolves once the next server has accepted the mail for certain. `cut` aborts the wait. Throws only NotDelivered. */
  deliver: (mail: QueuedMail, cut: AbortSignal) => Promise<void>;
};

/**
 * Either only this mail was refused, or no mail can be sent right now. Servers quote addresses in their replies, so only
 * the code is stored.
 */
export class NotDelivered extends Error {
  override readonly name = "NotDelivered";
  readonly concerns: "this-mail" | "all-mails";
  readonly code: string;
  readonly failure: MailFailure;

  constructor(concerns: NotDelivered["concerns"], code: string, failure: MailFailure = "other") {
    super("a mail was not delivered");
    this.concerns = concerns;
    this.code = code;
    this.failure = failure;
  }
}

/** Builds the mail for nodemailer. Name and address are separate fields, so that no address is parsed as a list. */
export function composeMail({ id, queuedAt, to, senderName, subject, text, stopLink }: QueuedMail, from: string) {
  if (!isMailAddress(to)) throw new NotDelivered("this-mail", "not an address", "recipient");
  return {
    from: { name: onOneLine(senderName), address: from },
    to: { name: "", address: to },
    envelope: { from, to },
    subject: withoutJoiners(onOneLine(subject)),
    text: withoutJoiners(text),
    textEncoding: "quoted-printable",
    messageId: `<${id}@${from.slice(from.indexOf("@") + 1)}>`,
    date: new Date(queuedAt),
    headers: {
      // Asks automatic responders not to answer.
      "Auto-Submitted": "auto-generated",
      ...(stopLink && { "List-Unsubscribe": `<${stopLink}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  } as const satisfies SendMailOptions;
}

const onOneLine = (text: string) => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ");
