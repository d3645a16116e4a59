import { outboxTransport } from "./outbox-transport.ts";
import type { MailTransport } from "./mail-transport.ts";
import { smtpTransport } from "./smtp-transport.ts";

/** Where mails may go. */
export type MailPlaces = {
  /** SMTP_URL. It wins over the settings. */
  ofEnvironment: { host: string; transport: MailTransport } | null;
  files: MailTransport;
  /** The sender's address where the settings name none. */
  from: string;
  /** What the settings said when they were last read. */
  last: { version: number; transport: MailTransport } | null;
};

type MailSettings = {
  /** "" where the environment names no server. */
  smtpUrl: string;
  outboxFolder: string;
  from: string;
};

export const openMail = ({ smtpUrl, outboxFolder, from }: MailSettings): MailPlaces => ({
  ofEnvironment: smtpUrl === "" ? null : { host: new URL(smtpUrl).host, transport: smtpTransport(smtpUrl, from) },
  files: outboxTransport(outboxFolder, from),
  from,
  last: null,
});
