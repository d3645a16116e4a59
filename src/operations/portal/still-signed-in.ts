import type { Actor } from "#core/accounts/actor.ts";
import { PortalError } from "#core/errors.ts";
import { isSessionOrKey, updateSession } from "#storage/database/accounts/sessions.ts";
import type { Reader } from "#storage/database/database.ts";
import type { Portal } from "./portal.ts";

/** Throws if the session or API key was taken away since the request began, as whatever ends an access does. */
export async function refuseEnded(reader: Reader, actor: Actor): Promise<void> {
  if (actor.kind !== "account" || actor.sessionOrKey === undefined) return;
  if (!(await isSessionOrKey(reader, actor.sessionOrKey))) throw new PortalError("not-signed-in");
}

/**
 * Called while a form with files arrives, which may take hours: keeps its session from becoming idle. Returns false once the
 * session or API key was taken away.
 */
export async function noteUse(portal: Portal, actor: Actor): Promise<boolean> {
  if (actor.kind !== "account" || actor.sessionOrKey === undefined) return true;
  const { database, now } = portal;
  const { sessionOrKey, scope } = actor;
  if (scope !== undefined) return isSessionOrKey(database.read, sessionOrKey);
  return database.write((writer) => updateSession(portal, writer, sessionOrKey, { used_at: now() }));
}
