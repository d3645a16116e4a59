import type { Actor } from "#core/accounts/actor.ts";
import { newcomerMs } from "#core/accounts/held-changes.ts";
import { isSecondPerson, type RoleGifts } from "#core/accounts/second-person.ts";
import { PortalError } from "#core/errors.ts";
import { authorize, isByKey } from "#core/accounts/permissions.ts";
import { roleGiftsSince } from "#storage/database/accounts/held-changes.ts";
import type { Reader } from "#storage/database/database.ts";
import type { Portal } from "../portal.ts";
import { currentSettings } from "../settings/current-settings.ts";

/** True if this account is a second person beside these. */
export const mayBeSecond = async (reader: Reader, person: string, others: readonly string[], now: number) =>
  isSecondPerson(await recentRoleGifts(reader, now), person, others);

export const recentRoleGifts = (reader: Reader, now: number): Promise<RoleGifts> =>
  roleGiftsSince(reader, now - newcomerMs);

/**
 * Returns whether this person is a second one beside the authors of something. Without the four-eyes rule everybody is, and
 * the operator's command line always.
 */
export async function secondPersonCheck(portal: Portal, reader: Reader, actor: Actor) {
  const { fourEyes } = await currentSettings(portal);
  if (!fourEyes || actor.kind !== "account") return () => true;
  const gifts = await recentRoleGifts(reader, portal.now());
  return (authors: readonly string[]) => isSecondPerson(gifts, actor.id, authors);
}

/** Throws unless this actor may approve what these people made. */
export async function authorizeApproval(portal: Portal, reader: Reader, actor: Actor, authors: readonly string[]) {
  const { fourEyes } = await currentSettings(portal);
  if (fourEyes && isByKey(actor)) throw new PortalError("person-must-approve");
  authorize((await secondPersonCheck(portal, reader, actor))(authors), actor);
}
