import { isDeepStrictEqual } from "node:util";
import { hourMs } from "#core/durations.ts";
import { type MailServer, type MailState, smtpUrlOf, storedMailServer } from "#core/settings/mail-server.ts";
import type { MailTransport } from "#mail/mail-transport.ts";
import { unwrapKey } from "#sealing/data-keys.ts";
import { sealedContent } from "#sealing/sealed-content.ts";
import { settingsRow, type SettingsRow, settingsVersion } from "#storage/database/settings.ts";
import type { Portal } from "../portal/portal.ts";

type MailPortal = Pick<Portal, "database" | "keyring" | "mail" | "targets">;

export const sealedMailServer = sealedContent<{ id: string }, MailServer>({
  table: "settings",
  place: () => "settings/mail-server",
  decode: storedMailServer,
});

export function mailServerIn({ keyring }: Pick<Portal, "keyring">, row: SettingsRow | undefined): MailServer | null {
  if (!row?.sealed_mail_server) return null;
  const key = unwrapKey(keyring, row.id, row.wrapped_key);
  return sealedMailServer.open(key, { id: row.id, sealed: row.sealed_mail_server });
}

/**
 * Returns where mails go now, whichever process changed that last: to SMTP_URL, else to the server of the settings,
 * else to files.
 */
export async function mailTransport(portal: MailPortal): Promise<MailTransport> {
  const { mail, database } = portal;
  if (mail.ofEnvironment) return mail.ofEnvironment.transport;
  const now = await database.find(settingsVersion, []);
  if (mail.last && mail.last.version === now?.version) return mail.last.transport;
  const row = await database.find(settingsRow, []);
  const server = mailServerIn(portal, row);
  const transport = server ? await transportOf(portal, server) : mail.files;
  // What one server refused says nothing of the next.
  if (mail.last && !isDeepStrictEqual(server, mail.last.server)) mail.refusedAt = null;
  if (row) mail.last = { version: row.version, server, transport };
  return transport;
}

/** The name of the server is resolved for each mail. A lookup does not need the code that sends them. */
export async function transportOf({ mail, targets }: Pick<MailPortal, "mail" | "targets">, server: MailServer) {
  const { smtpTransport } = await import("#mail/smtp-transport.ts");
  const { addressIn } = await import("../targets/targets.ts");
  return smtpTransport(smtpUrlOf(server), server.from || mail.from, (host) => addressIn(targets, host));
}

/** Until the next mail was tried: a queue that is empty tries none. */
const refusalLastsMs = hourMs;

/** What may be promised to somebody who waits for a mail. */
export async function mailState(portal: MailPortal & Pick<Portal, "now">): Promise<MailState> {
  if ((await mailTransport(portal)).keepsMails) return "kept";
  const { refusedAt } = portal.mail;
  return refusedAt !== null && portal.now() - refusedAt < refusalLastsMs ? "late" : "sent";
}
