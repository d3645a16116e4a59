import type { Actor } from "#core/accounts/actor.ts";
import { PortalError } from "#core/errors.ts";
import { isCredential, updateSession } from "#storage/database/accounts/sessions.ts";
import type { Reader } from "#storage/database/database.ts";
import type { Portal } from "./portal.ts";

/** Throws if the session or API key has ended since the request began: whatever takes access away ends both. */
export async function refuseEnded(reader: Reader, actor: Actor): Promise<void> {
  if (actor.kind !== "account" || actor.credential === undefined) return;
  if (!(await isCredential(reader, actor.credential))) throw new PortalError("not-signed-in");
}

/**
 * Called while a form with files arrives, which may take hours: until then, its session is in use. Returns false once the
 * session or API key has ended.
 */
export async function noteUse({ database, now }: Portal, actor: Actor): Promise<boolean> {
  if (actor.kind !== "account" || actor.credential === undefined) return true;
  const { credential, scope } = actor;
  if (scope !== undefined) return isCredential(database.read, credential);
  return database.write((writer) => updateSession(writer, credential, { used_at: now() }));
}
