import { isPortalError, PortalError } from "#core/errors.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { writtenTime } from "#i18n/written.ts";
import { readClass } from "#operations/classes/offered-classes.ts";
import { currentSettings } from "#operations/portal/current-settings.ts";
import { readRecord } from "#operations/records/read-record.ts";
import { samePersonRecords } from "#operations/records/same-person.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { readAccount } from "#operations/accounts/read-accounts.ts";
import { type FlashMessage, wordsOf } from "../../frame/flash/flash-messages.ts";
import { readFlash } from "../../frame/flash/flash-cookie.server.ts";
import type { Visit } from "../../frame/visit.server.ts";
import { eventsSince, historyLines } from "../records/record-history.server.ts";
import { lineInShort } from "../records/record-history.tsx";

/** Returns what the page before did. Null if there is no message, or if this actor may not read its subject. */
export async function flashMessageFor(visit: Visit, actor: Actor, request: Request): Promise<FlashMessage | null> {
  const flash = readFlash(request);
  const content = flash && (await contentOf(visit, actor, flash));
  return content && { ...flash, ...content };
}

const readers = {
  record: readRecord,
  class: titledClass,
  account: namedAccount,
  moment: writtenUntil,
  changes: changesSince,
};

/** The id is a time in milliseconds. Anybody can write a cookie, so it may be no time at all. */
async function writtenUntil(_portal: Portal, _actor: Actor, id: string): Promise<{ name: string }> {
  if (!/^\d{13}$/.test(id)) throw new PortalError("not-found");
  return { name: writtenTime(Number(id)) };
}

/** The id is that of a record and the version that somebody saw. */
async function changesSince(portal: Portal, actor: Actor, id: string): Promise<{ name: string }> {
  const [record = "", seen = ""] = id.split("~");
  const events = await eventsSince(portal, actor, await readRecord(portal, actor, record), Number(seen));
  const settings = await currentSettings(portal);
  return { name: [...new Set(historyLines(events, settings).map(lineInShort))].join(" ") };
}

async function titledClass(portal: Portal, actor: Actor, id: string): Promise<{ name: string }> {
  return { name: (await readClass(portal, actor, id)).title };
}

/**
 * Uses the mail address if the account has no name: another site, through which the person signed in, may not know it.
 */
async function namedAccount(portal: Portal, actor: Actor, id: string): Promise<{ name: string }> {
  const { name, email } = await readAccount(portal, actor, { id });
  return { name: name || email };
}

/**
 * Returns null if the subject cannot be read. Only a record that was just saved is compared with others of the same
 * person.
 */
async function contentOf({ portal }: Visit, actor: Actor, { message, id }: Pick<FlashMessage, "message" | "id">) {
  const { about, looksForSamePerson } = wordsOf(message);
  if (!about) return { name: "" };
  try {
    if (!looksForSamePerson) return { name: (await readers[about](portal, actor, id)).name };
    const record = await readRecord(portal, actor, id);
    return { name: record.name, samePerson: await samePersonRecords(portal, actor, record) };
  } catch (error) {
    if (isPortalError(error)) return null;
    throw error;
  }
}
