import { randomUUID } from "node:crypto";
import { type AuditDetails, detailsOfChange } from "#core/audit/audit-event.ts";
import type { MailFailure } from "#core/mail.ts";
import { type MailServer, parseMailServer, smtpUrlOf } from "#core/settings/mail-server.ts";
import { operatorName } from "#core/settings/operator-name.ts";
import type { Actor, AccountActor } from "#core/accounts/actor.ts";
import { authorize, mayChangeSettings, requireRecentProof } from "#core/accounts/permissions.ts";
import { countTries } from "#limits/limits.ts";
import { type MailTransport, NotDelivered } from "#mail/mail-transport.ts";
import { smtpTransport } from "#mail/smtp-transport.ts";
import { unwrapKey } from "#sealing/data-keys.ts";
import { sealJson, unsealJson } from "#sealing/sealed-json.ts";
import { updateRow } from "#storage/database/rows.ts";
import { settingsRow, type SettingsRow, settingsVersion } from "#storage/database/settings.ts";
import { changeLocked, type Changed } from "../locked-change.ts";
import type { Portal } from "../portal.ts";
import { settingsEntity, settingsId } from "../settings/change-settings.ts";
import { currentSettings } from "../settings/current-settings.ts";

type MailPortal = Pick<Portal, "database" | "keyring" | "mail">;

const place = "settings/mail-server";

export function mailServerIn({ keyring }: Pick<Portal, "keyring">, row: SettingsRow | undefined): MailServer | null {
  if (!row?.sealed_mail_server) return null;
  return unsealJson(unwrapKey(keyring, settingsId, row.wrapped_key), place, row.sealed_mail_server) as MailServer;
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
  const transport = server ? smtpTransport(smtpUrlOf(server), server.from || mail.from) : mail.files;
  if (row) mail.last = { version: row.version, transport };
  return transport;
}

export const keepsMails = async (portal: MailPortal): Promise<boolean> => (await mailTransport(portal)).keepsMails;

/** The password is never shown. */
export type ShownMailServer = Omit<MailServer, "password"> & { hasPassword: boolean };

export async function readMailServer(portal: Portal, actor: Actor) {
  authorize(mayChangeSettings(actor), actor);
  const { ofEnvironment, from } = portal.mail;
  const row = await portal.database.find(settingsRow, []);
  const server = mailServerIn(portal, row);
  const shown: ShownMailServer | null = server && withoutPassword(server);
  return {
    ofEnvironment: ofEnvironment && { host: ofEnvironment.host, from },
    usualSender: from,
    server: shown,
    version: row?.version ?? 0,
  };
}

const withoutPassword = ({ password, ...rest }: MailServer): ShownMailServer => ({
  ...rest,
  hasPassword: password !== "",
});

/** Sets the mail server for all processes, or removes it if `input` is null. */
export async function changeMailServer(
  portal: Portal,
  actor: Actor,
  { input, expectedVersion }: { input: object | null; expectedVersion: number },
): Promise<Changed> {
  authorize(mayChangeSettings(actor), actor);
  requireRecentProof(actor);
  const target = { id: settingsId, expectedVersion };
  return changeLocked<SettingsRow, Changed>(
    portal,
    actor,
    settingsEntity,
    target,
    async ({ writer, row, key, log }) => {
      const before = mailServerIn(portal, row);
      const after = input && parseMailServer(input, before);
      const details = detailsOf(before, after);
      if (Object.keys(details).length === 0) return { modified: 0 };
      await updateRow(writer, "settings", settingsId, {
        sealed_mail_server: after && sealJson(key, place, after),
        version: row.version + 1,
        changed_at: portal.now(),
      });
      await log("settings-changed", details);
      return { modified: 1 };
    },
  );
}

/** The audit log shows that a password has changed, but never a password. */
function detailsOf(before: MailServer | null, after: MailServer | null): AuditDetails {
  const hidden = { from: "…", to: "…" };
  return Object.fromEntries(
    Object.entries(detailsOfChange<MailServer>(before ?? {}, after ?? {})).map(([field, change]) => [
      `mailServer.${field}`,
      field === "password" ? hidden : change,
    ]),
  );
}

const byPerson = { name: "test mail", atMost: 20, withinSeconds: 60 * 60 };
const patienceMs = 20_000;

export type TestMail = { to: string; failure: MailFailure | null; code: string };

/** Sends a mail to the user who asks for it, without the queue, and returns the result. */
export async function sendTestMail(portal: Portal, actor: AccountActor, to: string): Promise<TestMail> {
  authorize(mayChangeSettings(actor), actor);
  await countTries(portal.limits, [{ rule: byPerson, key: actor.id }]);
  const { operator } = await currentSettings(portal);
  const senderName = operatorName(operator, portal.publicOrigin);
  const { testMail } = await import("./mail-texts.ts");
  const mail = { id: randomUUID(), queuedAt: portal.now(), to, senderName, ...testMail(senderName) };
  try {
    await (await mailTransport(portal)).deliver(mail, AbortSignal.timeout(patienceMs));
    return { to, failure: null, code: "" };
  } catch (error) {
    if (!(error instanceof NotDelivered)) throw error;
    return { to, failure: error.failure, code: error.code };
  }
}
