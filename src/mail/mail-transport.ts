import type { SendMailOptions } from "nodemailer";
import { isMailAddress, type MailFailure, type QueuedMail } from "#core/mail.ts";

export type MailTransport = {
  /** Whether mails go no further than to the operator's own folder. */
  readonly keepsMails: boolean;
  /** Resolves once the next server has the mail for sure; `cut` ends the waiting. Fails with NotDelivered only. */
  deliver: (mail: QueuedMail, cut: AbortSignal) => Promise<void>;
};

/** Either this mail alone was refused, or none can be sent right now. Servers quote addresses in their replies, so only the code is stored. */
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

/** The mail for nodemailer. Addresses are given in parts, so that none is parsed as a list. */
export function composeMail({ id, postedAt, to, senderName, subject, text, stopLink }: QueuedMail, from: string) {
  if (!isMailAddress(to)) throw new NotDelivered("this-mail", "not an address", "recipient");
  return {
    from: { name: onOneLine(senderName), address: from },
    to: { name: "", address: to },
    envelope: { from, to },
    subject: onOneLine(subject),
    text,
    textEncoding: "quoted-printable",
    messageId: `<${id}@${from.slice(from.indexOf("@") + 1)}>`,
    date: new Date(postedAt),
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
