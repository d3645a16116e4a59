import { dayMs } from "#core/durations.ts";
import { PortalError } from "#core/errors.ts";
import { asPassport } from "#core/records/numbers.ts";
import { endingOf, parseWatchEmail, type WaitedFor, watchDays } from "#core/records/watch.ts";
import { mailboxOf } from "#core/accounts/email.ts";
import type { Language } from "#core/settings/languages.ts";
import { operatorName } from "#core/settings/operator-name.ts";
import { attemptInAll, countTries, type LimitRule, throwIfRefused } from "#limits/limits.ts";
import { networkOf } from "#limits/network-of.ts";
import { mailboxIndex, mailboxIndexes } from "#sealing/keyed-hashes.ts";
import { sealToken, unsealToken } from "#sealing/token.ts";
import { insertRow } from "#storage/database/rows.ts";
import {
  confirmWatchesOf,
  deleteWatchesFor,
  deleteWatchesOf,
  isStopped,
  putStop,
  type WatchRow,
  watchesOfMailbox,
} from "#storage/database/holders/watches.ts";
import { afterCommit } from "#storage/database/transaction.ts";
import { mailRow } from "../mails/mail-queue.ts";
import type { Portal } from "../portal/portal.ts";
import { currentSettings } from "../portal/current-settings.ts";
import { offered, offersWatching } from "./offer-to-watch.ts";
import { askedNumber, openedWatch, sealedWatches } from "./sealed-watch.ts";

const within = { hour: { withinSeconds: 60 * 60 }, day: { withinSeconds: 24 * 60 * 60 } };
const byClient: LimitRule = { name: "watch by client", atMost: 10, ...within.hour };
const inAll: LimitRule = { name: "watches in all", atMost: 1000, ...within.day };
const mailsToMailbox: LimitRule = { name: "watch mails to mailbox", atMost: 1, ...within.day };
const maxPerMailbox = 10;

/** A client's tries beyond its own limit do not count for everybody. */
async function countAsked({ limits }: Portal, client: string): Promise<void> {
  await countTries(limits, [{ rule: byClient, key: client }]);
  throwIfRefused(await attemptInAll(limits, inAll, client));
}

type Ask = { ticket: string; email: string };
type WatchAsker = { clientAddress: string; language: Language };

/**
 * Keeps a visitor's address for a day, and mails it a link with which its owner confirms. No record is looked up. The
 * answer is the same whatever is known of the address: whether it waits already, was mailed today, or wants no mails.
 */
export async function askToWatch(portal: Portal, ask: Ask, { clientAddress, language }: WatchAsker): Promise<void> {
  const { database, keyring, registry, limits, now } = portal;
  if (!(await offersWatching(portal))) throw new PortalError("not-found");
  const { operator } = await currentSettings(portal);
  const watch = { ...offered(portal, ask.ticket), email: parseWatchEmail(ask), language };
  await countAsked(portal, networkOf(clientAddress));
  const mailbox = mailboxOf(watch.email);
  const { allowed: mayMail } = await limits.attempt([{ rule: mailsToMailbox, key: mailbox }]);
  const rows = sealedWatches(portal, watch).map((row) => ({ ...row, confirmed_at: null, ends_at: now() + dayMs }));
  const senderName = operatorName(operator, portal.publicOrigin);
  // The texts are loaded only when the first mail is made.
  const { watchConfirmMail } = await import("../mails/mail-texts.ts");
  const link = watchLink(portal, mailbox);
  const words = watchConfirmMail({
    operator: senderName,
    ending: endingOf(watch.number),
    link,
    pageLanguage: language,
  });
  // Made even if it is not sent, so that both cases take equally long.
  const mail = mailRow(portal, { to: watch.email, senderName, stopLink: link, isOfWatch: true, ...words });
  const mailboxes = mailboxIndexes(keyring, registry, mailbox);
  await database.write(async (writer) => {
    if (await isStopped(writer, mailboxes, now())) return;
    for (const row of rows) await deleteWatchesFor(writer, row, "unconfirmed");
    const waiting = await watchesOfMailbox(writer, mailboxes, now());
    // A person who fills somebody else's mailbox must not block its owner: the oldest unconfirmed watch makes room.
    const oldest = waiting.find(({ confirmed_at }) => confirmed_at === null);
    const isFull = numbersIn(waiting) >= maxPerMailbox;
    if (isFull && oldest) await deleteWatchesFor(writer, oldest, "unconfirmed");
    if (!isFull || oldest) for (const row of rows) await insertRow(writer, "watch", row);
    if (mayMail) await insertRow(writer, "mail", mail);
  });
  await afterCommit(portal, ({ events }) => events.emit("mail-queued"));
}

const numbersIn = (waiting: readonly WatchRow[]): number =>
  new Set(waiting.map(({ passport_index }) => Buffer.from(passport_index).toString("hex"))).size;

const purpose = "watch";

/** The page of all numbers that somebody waits for, for a person who reads the mailbox. */
export const watchLink = ({ keyring, publicOrigin }: Portal, mailbox: string): string =>
  `${publicOrigin}/watch?token=${sealToken(keyring, purpose, mailbox)}`;

/** The mailbox of a link. Null if we did not make the link. */
function mailboxIn({ keyring }: Portal, token: string): string | null {
  const mailbox = unsealToken(keyring, purpose, token);
  return typeof mailbox === "string" ? mailbox : null;
}

/**
 * Returns what the mailbox of a link waits for, each number once. A number that was asked for again is not confirmed, so
 * that its owner can start its sixty days again. Null if we did not make the link.
 */
export async function readWatches(portal: Portal, token: string): Promise<WaitedFor[] | null> {
  const { database, keyring, registry, now } = portal;
  const mailbox = mailboxIn(portal, token);
  if (mailbox === null) return null;
  const rows = await watchesOfMailbox(database.read, mailboxIndexes(keyring, registry, mailbox), now());
  const unconfirmedLast = rows.toSorted((a, b) => Number(a.confirmed_at === null) - Number(b.confirmed_at === null));
  const found = unconfirmedLast.flatMap((row): [string, WaitedFor][] => {
    const watch = openedWatch(portal, row);
    if (!watch) return [];
    const number = askedNumber(watch);
    const waited = { ending: endingOf(number), isConfirmed: row.confirmed_at !== null, endsAt: row.ends_at };
    return [[asPassport(number), waited]];
  });
  return [...new Map(found).values()];
}

/** Confirms what the mailbox of a link asked for and has not confirmed yet, for sixty days. */
export async function confirmWatches(portal: Portal, token: string): Promise<void> {
  const { database, keyring, registry, now } = portal;
  const mailbox = mailboxIn(portal, token);
  if (mailbox === null) throw new PortalError("not-found");
  const mailboxes = mailboxIndexes(keyring, registry, mailbox);
  await database.write((writer) => confirmWatchesOf(writer, mailboxes, now(), now() + watchDays * dayMs));
}

/** Deletes the watches of the mailbox of a link. For as long as a watch lasts, nobody can have mails sent to it. */
export async function stopWatches(portal: Portal, token: string): Promise<void> {
  const { database, keyring, registry, now } = portal;
  const mailbox = mailboxIn(portal, token);
  if (mailbox === null) throw new PortalError("not-found");
  await database.write(async (writer) => {
    await deleteWatchesOf(writer, mailboxIndexes(keyring, registry, mailbox));
    await putStop(writer, {
      mailbox_index: mailboxIndex(keyring.current, registry, mailbox),
      ends_at: now() + watchDays * dayMs,
    });
  });
}
