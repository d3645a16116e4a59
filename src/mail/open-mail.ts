import type { MailServer } from "#core/settings/mail-server.ts";
import { outboxTransport } from "./outbox-transport.ts";
import type { MailTransport } from "./mail-transport.ts";
import { smtpTransport } from "./smtp-transport.ts";

export type MailPlaces = {
  /** The server of SMTP_URL. It takes precedence over the settings. */
  ofEnvironment: { host: string; transport: MailTransport } | null;
  files: MailTransport;
  /** The sender's address if the settings contain none. */
  from: string;
  /** The transport for the mail server in the settings, as of the last read. */
  last: { version: number; server: MailServer | null; transport: MailTransport } | null;
  /** When the server last accepted no mail at all; null once it has accepted one. Known to this process only. */
  refusedAt: number | null;
};

type MailSettings = {
  /** Empty if the environment contains no server. */
  smtpUrl: string;
  outboxFolder: string;
  from: string;
};

export const openMail = ({ smtpUrl, outboxFolder, from }: MailSettings): MailPlaces => ({
  ofEnvironment: smtpUrl === "" ? null : { host: new URL(smtpUrl).host, transport: smtpTransport(smtpUrl, from) },
  files: outboxTransport(outboxFolder, from),
  from,
  last: null,
  refusedAt: null,
});
