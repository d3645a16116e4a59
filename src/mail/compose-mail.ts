import type { SendMailOptions } from "nodemailer";
import { isMailAddress, type QueuedMail } from "#core/mail.ts";
import { NotDelivered } from "./mail-transport.ts";

/** The letter as nodemailer takes it. Addresses are given in parts, so that nothing in them is read as a list. */
export function composeMail({ id, postedAt, to, senderName, subject, text }: QueuedMail, from: string) {
  if (!isMailAddress(to)) throw new NotDelivered("this-mail", "not an address");
  return {
    from: { name: onOneLine(senderName), address: from },
    to: { name: "", address: to },
    envelope: { from, to },
    subject: onOneLine(subject),
    text,
    // English stays legible in the file.
    textEncoding: "quoted-printable",
    messageId: `<${id}@${from.slice(from.indexOf("@") + 1)}>`,
    date: new Date(postedAt),
    // Asks programs that say "I am on holiday" not to answer.
    headers: { "Auto-Submitted": "auto-generated" },
    disableFileAccess: true,
    disableUrlAccess: true,
  } as const satisfies SendMailOptions;
}

const onOneLine = (text: string) => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ");
