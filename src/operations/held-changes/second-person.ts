import type { Actor } from "#core/accounts/actor.ts";
import { newcomerMs } from "#core/accounts/held-changes.ts";
import { freeFrom, isSecondPerson, type RoleGift } from "#core/accounts/second-person.ts";
import { PortalError } from "#core/errors.ts";
import { isFromFuture } from "#core/wrong-clock.ts";
import { authorize, isByKey } from "#core/accounts/permissions.ts";
import { roleGiftsSince } from "#storage/database/accounts/held-changes.ts";
import { namesById } from "#storage/database/accounts/roles.ts";
import { auditEventsSince } from "#storage/database/audit.ts";
import type { Reader } from "#storage/database/database.ts";
import { openEvent } from "../portal/log-audit-event.ts";
import type { Portal } from "../portal/portal.ts";
import { currentSettings, keyOfSettings } from "../portal/current-settings.ts";

/** True if this account is a second person beside these. */
export const mayBeSecond = async (portal: Portal, reader: Reader, person: string, others: readonly string[]) =>
  isSecondPerson(await recentRoleGifts(portal, reader), person, others);

/** Programs, such as the command line, have names as their ids. */
const isAccountId = (id: unknown) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(String(id));

/**
 * Returns who gave whom a role in the last days. The audit log also knows those who got another role since then, or whose
 * account is deleted. The rows know those who were invited before 1.1.
 */
export async function recentRoleGifts(portal: Portal, reader: Reader): Promise<RoleGift[]> {
  const since = portal.now() - newcomerMs;
  const key = await keyOfSettings(portal);
  const events = await auditEventsSince(reader, ["account-made", "role-changed", "invitation-taken"], since);
  const logged = events.map((event) => {
    const { action, subject_id: to, actor, at } = event;
    // Whoever accepts an invitation is the actor.
    const { invitedBy, isOfSetUp } = (action === "invitation-taken" && openEvent(event, key).details) || {};
    const by = invitedBy === undefined ? actor : String(invitedBy.to);
    return { to, by, at, isOfSetUp: isOfSetUp?.to === true };
  });
  const ofSetUp = logged.filter((gift) => gift.isOfSetUp);
  const gifts = [...logged, ...(await roleGiftsSince(reader, since))];
  const ties = ({ to, by, at }: RoleGift) =>
    isAccountId(by) && !isFromFuture(at, portal.now()) && !ofSetUp.some((gift) => gift.to === to && gift.by === by);
  return gifts.filter(ties);
}

/**
 * Returns whether this person is a second one beside the authors of something. Without the four-eyes rule everybody is, and
 * the operator's command line always.
 */
export async function secondPersonCheck(portal: Portal, reader: Reader, actor: Actor) {
  const { fourEyes } = await currentSettings(portal);
  if (!fourEyes || actor.kind !== "account") return () => true;
  const gifts = await recentRoleGifts(portal, reader);
  return (authors: readonly string[]) => isSecondPerson(gifts, actor.id, authors);
}

/** Why somebody may not approve what these people made: it is their own (`from` is null), or who ties them until when. */
type NotSecond = { from: number | null; names: string[] };

/** Null if this person is a second one beside these. */
export async function whyNotSecond(
  portal: Portal,
  reader: Reader,
  actor: Actor,
  authors: readonly string[],
): Promise<NotSecond | null> {
  const { fourEyes } = await currentSettings(portal);
  if (!fourEyes || actor.kind !== "account") return null;
  const gifts = await recentRoleGifts(portal, reader);
  const tied = authors.filter((author) => !isSecondPerson(gifts, actor.id, [author]));
  if (tied.length === 0) return null;
  const names = await namesById(reader, tied);
  return { from: freeFrom(gifts, actor.id, authors), names: [...names.values()] };
}

/** Throws unless this actor may approve what these people made. */
export async function authorizeApproval(portal: Portal, reader: Reader, actor: Actor, authors: readonly string[]) {
  const { fourEyes } = await currentSettings(portal);
  if (fourEyes && isByKey(actor)) throw new PortalError("person-must-approve");
  authorize((await secondPersonCheck(portal, reader, actor))(authors), actor);
}
