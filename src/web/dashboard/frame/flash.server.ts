import { isPortalError } from "#core/errors.ts";
import type { Actor } from "#core/staff/actor.ts";
import { readClass } from "#operations/classes/offered-classes.ts";
import { readRecord } from "#operations/records/read-record.ts";
import type { Portal } from "#operations/portal.ts";
import { readStaffMember } from "#operations/staff/read-staff.ts";
import { type FlashMessageId, isFlashMessageId, type FlashMessage, wordsOf } from "./flash-messages.ts";
import { writeFlash, readFlash } from "../../frame/flash-cookie.server.ts";
import type { Visit } from "../../frame/visit.server.ts";

/** Names nobody: whose name it is, is read when it is shown. */
export const flashCookie = (message: FlashMessageId, id = ""): string => writeFlash("deed", `${message}.${id}`);

/** What the page before did, if this actor may hear of it. */
export async function flashMessageFor(visit: Visit, actor: Actor, request: Request): Promise<FlashMessage | null> {
  const [message = "", id = ""] = readFlash(request, "deed").split(".");
  if (!isFlashMessageId(message)) return null;
  const name = await nameOf(visit, actor, message, id);
  return name === null ? null : { message, id, name, at: visit.portal.now() };
}

const readers = { record: readRecord, class: titledClass, staff: namedStaffMember };

async function titledClass(portal: Portal, actor: Actor, id: string): Promise<{ name: string }> {
  return { name: (await readClass(portal, actor, id)).title };
}

/** Where another site knew no name, the address has to do. */
async function namedStaffMember(portal: Portal, actor: Actor, id: string): Promise<{ name: string }> {
  const { name, email } = await readStaffMember(portal, actor, { id });
  return { name: name || email };
}

async function nameOf({ portal }: Visit, actor: Actor, message: FlashMessageId, id: string): Promise<string | null> {
  const { about } = wordsOf(message);
  if (!about) return "";
  try {
    return (await readers[about](portal, actor, id)).name;
  } catch (error) {
    if (isPortalError(error)) return null;
    throw error;
  }
}
