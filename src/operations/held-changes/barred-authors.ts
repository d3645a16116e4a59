import { type Actor, actorId } from "#core/accounts/actor.ts";
import { newcomerMs } from "#core/accounts/held-changes.ts";
import { recentRoleGivers } from "#storage/database/accounts/held-changes.ts";
import type { Reader } from "#storage/database/database.ts";
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

/**
 * True if this account is a second person beside these. Nobody is that for themselves. Nor is somebody who got their role a
 * few days ago from one of them, the other way round, or both from the same person.
 */
export async function mayBeSecond(reader: Reader, person: string, others: readonly string[], now: number) {
  const since = now - newcomerMs;
  const givers = await recentRoleGivers(reader, person, since);
  for (const other of others) {
    const othersGivers = await recentRoleGivers(reader, other, since);
    const isRelated = givers.some((id) => id === other || othersGivers.includes(id)) || othersGivers.includes(person);
    if (other === person || isRelated) return false;
  }
  return true;
}
