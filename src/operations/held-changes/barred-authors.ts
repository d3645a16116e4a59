import { type Actor, actorId } from "#core/accounts/actor.ts";
import { newcomerMs } from "#core/accounts/held-changes.ts";
import { recentRoleGivers } from "#storage/database/accounts/held-changes.ts";
import type { Portal } from "../portal.ts";
import { currentSettings } from "../settings/current-settings.ts";

/**
 * Returns the people whose records the four-eyes rule does not let this actor approve: the actor, and for some days
 * whoever gave the actor their role.
 */
export async function barredAuthors(portal: Portal, actor: Actor): Promise<string[]> {
  if (!(await currentSettings(portal)).fourEyes) return [];
  const id = actorId(actor);
  return [id, ...(await recentRoleGivers(portal.database.read, id, portal.now() - newcomerMs))];
}
