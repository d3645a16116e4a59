import { randomInt, randomUUID, timingSafeEqual } from "node:crypto";
import type { SettingsDetails } from "#core/audit/audit-details.ts";
import { detailsOfChange } from "#core/audit/audit-event.ts";
import { PortalError } from "#core/errors.ts";
import type { MailFailure } from "#core/mail.ts";
import { type MailServer, parseMailServer, storedMailServer } from "#core/settings/mail-server.ts";
import type { Actor, AccountActor } from "#core/accounts/actor.ts";
import { authorize, mayChangeSettings, requireRecentSignIn } from "#core/accounts/permissions.ts";
import { countTries } from "#limits/limits.ts";
import { type MailTransport, NotDelivered } from "#mail/mail-transport.ts";
import { sealedContent } from "#sealing/sealed-content.ts";
import { type Decoded, shape, text } from "#core/stored/decoders.ts";
import { adminsToTell } from "#storage/database/accounts/held-changes.ts";
import {
  insertVerification,
  longestStepMs,
  takeVerification,
  verificationValue,
} from "#storage/database/accounts/verifications.ts";
import { updateRow } from "#storage/database/rows.ts";
import { settingsRow } from "#storage/database/settings.ts";
import { holdForSecondAdmin } from "../held-changes/hold-change.ts";
import type { Changed } from "../portal/locked-change.ts";
import type { Portal } from "../portal/portal.ts";
import { changeSettingsRow, settingsId } from "./change-settings.ts";
import { currentSettings, keyOfSettings, sealSettings, senderNameOf, settingsIn } from "../portal/current-settings.ts";
import type { ComposeMail } from "../mails/account-mails.ts";
import { mailServerIn, mailTransport, sealedMailServer, transportOf } from "../mails/mail-server.ts";

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
    /** The server that waits for its code. */
    tried: actor.kind === "account" ? ((await triedServer(portal, actor))?.server.host ?? null) : null,
    version: row?.version ?? 0,
  };
}

const withoutPassword = ({ password, ...rest }: MailServer): ShownMailServer => ({
  ...rest,
  hasPassword: password !== "",
});

const stepOf = ({ id }: { id: string }) => `mail-server ${id}`;

/** The server that waits for its code, with the id of the admin who typed it. */
export const sealedTried = sealedContent({
  table: "verification",
  place: stepOf,
  decode: shape({ server: storedMailServer, code: text }),
});
type Tried = Decoded<typeof sealedTried.decode>;

async function triedServer(portal: Portal, actor: AccountActor): Promise<Tried | null> {
  const sealed = await verificationValue(portal, portal.database.read, stepOf(actor), portal.now());
  if (sealed === undefined) return null;
  const key = await keyOfSettings(portal);
  return sealedTried.open(key, { id: actor.id, sealed: Buffer.from(sealed, "base64") });
}

/**
 * Sends a code through another mail server to the admin who wants it. The server is only kept for an hour, and no other
 * mail goes through it before the code is typed back.
 */
export async function tryMailServer(portal: Portal, actor: AccountActor, input: object, to: string): Promise<TestMail> {
  authorize(mayChangeSettings(actor), actor);
  requireRecentSignIn(actor);
  const row = await portal.database.find(settingsRow, []);
  const server = parseMailServer(input, mailServerIn(portal, row));
  const code = String(randomInt(1e8)).padStart(8, "0");
  const sent = await sendTestBy(portal, actor, to, await transportOf(portal, server), code);
  if (sent.failure !== null) return sent;
  const key = await keyOfSettings(portal);
  const value = sealedTried.seal(key, { id: actor.id }, { server, code }).toString("base64");
  const now = portal.now();
  await portal.database.write(async (writer) => {
    await takeVerification(portal, writer, stepOf(actor), now);
    await insertVerification(portal, writer, {
      identifier: stepOf(actor),
      value,
      now,
      expires_at: now + longestStepMs,
    });
  });
  return sent;
}

const codesByPerson = { name: "code of a mail server", atMost: 10, withinSeconds: 60 * 60 };

type Confirmation = { code: string; expectedVersion: number };

/** Makes the tried server count, for whoever read the code in the mail that it sent. */
export async function confirmMailServer(portal: Portal, actor: AccountActor, { code, expectedVersion }: Confirmation) {
  authorize(mayChangeSettings(actor), actor);
  requireRecentSignIn(actor);
  await countTries(portal.limits, [{ rule: codesByPerson, key: actor.id }]);
  const tried = await triedServer(portal, actor);
  if (!tried || !isSame(tried.code, code.replaceAll(/\s/g, ""))) throw new PortalError("wrong-code");
  return changeMailServer(portal, actor, { server: tried.server, expectedVersion }, stepOf(actor));
}

const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

export async function removeMailServer(portal: Portal, actor: Actor, expectedVersion: number): Promise<Changed> {
  authorize(mayChangeSettings(actor), actor);
  requireRecentSignIn(actor);
  return changeMailServer(portal, actor, { server: null, expectedVersion });
}

type NewMailServer = { server: MailServer | null; expectedVersion?: number };

/**
 * Sets the mail server for all processes, or removes it. Before that, the old server tells every admin. The caller has
 * authorized the actor, who has shown that the new server delivers.
 */
export async function changeMailServer(
  portal: Portal,
  actor: Actor,
  { server: after, expectedVersion }: NewMailServer,
  step?: string,
): Promise<Changed> {
  const isHeld = (await currentSettings(portal)).fourEyes;
  if (actor.kind === "account" && !isHeld) await tellByOldServer(portal, after?.host ?? null);
  return changeSettingsRow<Changed>(portal, actor, expectedVersion, async (locked) => {
    const { writer, settings: row, key, log } = locked;
    const details = detailsOf(mailServerIn(portal, row), after);
    if (Object.keys(details).length === 0) return { modified: 0 };
    if (step !== undefined && (await takeVerification(portal, writer, step, portal.now())) === undefined)
      throw new PortalError("wrong-code");
    const held = await holdForSecondAdmin(locked, actor, { kind: "mail-server", subject: "", server: after });
    if (held) return held;
    await updateRow(writer, "settings", settingsId, {
      sealed_mail_server: after && sealedMailServer.seal(key, { id: settingsId }, after),
      ...sealSettings(key, settingsIn(portal, row), { version: row.version + 1, changed_at: portal.now() }),
    });
    await log("settings-changed", details);
    return { modified: 1 };
  });
}

/** The audit log shows that a password has changed, but never a password. */
function detailsOf(before: MailServer | null, after: MailServer | null) {
  const details = detailsOfChange<SettingsDetails>(before ? named(before) : {}, after ? named(after) : {});
  if (details["mailServer.password"]) details["mailServer.password"] = { from: "…", to: "…" };
  return details;
}

const named = ({ host, port, encryption, user, password, from }: MailServer) => ({
  "mailServer.host": host,
  "mailServer.port": port,
  "mailServer.encryption": encryption,
  "mailServer.user": user,
  "mailServer.password": password,
  "mailServer.from": from,
});

const patienceMs = 20_000;

/** Not through the queue, which would use the new server a moment later. The old server may be broken: that stops nothing. */
async function tellByOldServer(portal: Portal, host: string | null): Promise<void> {
  const [old, admins] = await Promise.all([mailTransport(portal), adminsToTell(portal.database.read)]);
  const mails = admins.map(({ email }) =>
    sendBy(portal, old, email, (texts, operator) => texts.mailServerMail(operator, host)),
  );
  await Promise.allSettled(mails);
}

async function sendBy(portal: Portal, transport: MailTransport, to: string, compose: ComposeMail): Promise<void> {
  const senderName = await senderNameOf(portal);
  const words = compose(await import("../mails/mail-texts.ts"), senderName);
  const mail = { id: randomUUID(), queuedAt: portal.now(), to, senderName, ...words };
  await transport.deliver(mail, AbortSignal.timeout(patienceMs));
}

const byPerson = { name: "test mail", atMost: 20, withinSeconds: 60 * 60 };

export type TestMail = { to: string; failure: MailFailure | null; code: string };

/** Sends a mail to the user who asks for it, without the queue, and returns the result. */
export async function sendTestMail(portal: Portal, actor: AccountActor, to: string): Promise<TestMail> {
  authorize(mayChangeSettings(actor), actor);
  return sendTestBy(portal, actor, to, await mailTransport(portal), null);
}

async function sendTestBy(
  portal: Portal,
  actor: AccountActor,
  to: string,
  transport: MailTransport,
  code: string | null,
): Promise<TestMail> {
  await countTries(portal.limits, [{ rule: byPerson, key: actor.id }]);
  try {
    await sendBy(portal, transport, to, (texts, operator) =>
      code === null ? texts.testMail(operator) : texts.mailServerCodeMail(operator, code),
    );
    return { to, failure: null, code: "" };
  } catch (error) {
    if (!(error instanceof NotDelivered)) throw error;
    return { to, failure: error.failure, code: error.code };
  }
}
