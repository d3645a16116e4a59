import { outboxTransport } from "./outbox-transport.ts";
import type { MailTransport } from "./mail-transport.ts";
import { smtpTransport } from "./smtp-transport.ts";

export type MailSettings = {
  /** "" where mails are kept as files. */
  smtpUrl: string;
  outboxFolder: string;
  from: string;
};

export const openMail = ({ smtpUrl, outboxFolder, from }: MailSettings): MailTransport =>
  smtpUrl === "" ? outboxTransport(outboxFolder, from) : smtpTransport(smtpUrl, from);
