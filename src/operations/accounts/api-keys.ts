import { randomUUID } from "node:crypto";
import { detailsOfChange } from "#core/audit/audit-event.ts";
import { dayMs } from "#core/durations.ts";
import { PortalError } from "#core/errors.ts";
import { isFromFuture, setBackMs } from "#core/wrong-clock.ts";
import { type Actor, actorId } from "#core/accounts/actor.ts";
import { keyPrefix, maxKeys, parseNewKey } from "#core/accounts/api-keys.ts";
import { authorize, mayHaveApiKeys, mayManageApiKeys, requireRecentSignIn } from "#core/accounts/permissions.ts";
import { linkTokenHash, newLinkToken } from "#sealing/link-token.ts";
import { apiKeysOf, deleteApiKey } from "#storage/database/accounts/api-keys.ts";
import { insertBound } from "#storage/database/bound-rows.ts";
import { hasFactor, personWithRole } from "#storage/database/accounts/roles.ts";
import type { Portal } from "../portal/portal.ts";
import { settingsIn } from "../portal/current-settings.ts";
import { changeAccounts, refuseFormerRole } from "./change-accounts.ts";

/**
 * Makes an API key for the actor. Only its hash is stored: the key is shown now and never again.
 * A mail tells the owner, in case somebody else made it.
 */
export async function makeApiKey(portal: Portal, actor: Actor, form: unknown) {
  authorize(mayHaveApiKeys(actor), actor);
  const { name, scope, days } = parseNewKey(form);
  const isOfOrganisation = actor.role === "organisation";
  if (isOfOrganisation && scope !== "look-up")
    throw new PortalError("invalid", { fields: { scope: "unknown-choice" } });
  requireRecentSignIn(actor);
  const key = keyPrefix + newLinkToken().token;
  const owner = await changeAccounts(portal, async ({ writer, settings, now, log }) => {
    await refuseFormerRole(writer, actor);
    const person = await personWithRole(writer, actor.id);
    // Keys without the factor that is required have ended, so none may begin.
    const needsFactor = isOfOrganisation || settingsIn(portal, settings).secondFactor === "required";
    if (needsFactor && !(person && hasFactor(person))) throw new PortalError("prove-again");
    if ((await apiKeysOf(writer, actor.id)).length >= maxKeys) throw new PortalError("too-many-keys");
    const times = { made_at: now, expires_at: now + days * dayMs, used_at: null, used_from: "", used_by: "" };
    const row = { id: randomUUID(), person_id: actor.id, name, scope, token_hash: linkTokenHash(key), ...times };
    await insertBound(portal, writer, "api_key", row);
    const details = { name, scope, expiresAt: times.expires_at };
    await log(actor, "api-key-made", actor.id, detailsOfChange({}, details));
    return person;
  });
  if (owner) await portal.accountMails.factorsChanged(owner, "api-key-made");
  return { key, name };
}

const isOwn = (actor: Actor, personId: string) =>
  mayHaveApiKeys(actor) && (personId === actor.id || mayManageApiKeys(actor));

/** Returns the API keys of the actor or, for another admin, those of `personId`. */
export async function readApiKeys({ database, now }: Portal, actor: Actor, personId = actorId(actor)) {
  authorize(isOwn(actor, personId), actor);
  return (await apiKeysOf(database.read, personId)).map((key) => ({
    ...key,
    isOver: key.expires_at <= now() || isFromFuture(key.made_at, now() + setBackMs),
  }));
}

type KeyTarget = { id: string; personId?: string };

/**
 * Revokes an API key of the actor or of `personId`, whom a mail tells. The next request with it is refused.
 */
export async function revokeApiKey(
  portal: Portal,
  actor: Actor,
  { id, personId = actorId(actor) }: KeyTarget,
): Promise<void> {
  authorize(isOwn(actor, personId), actor);
  const owner = await changeAccounts(portal, async ({ writer, log }) => {
    await refuseFormerRole(writer, actor);
    const name = await deleteApiKey(writer, personId, id);
    if (name === null) throw new PortalError("not-found");
    await log(actor, "api-key-revoked", personId, { name: { from: name, to: null } });
    return personWithRole(writer, personId);
  });
  if (owner && personId !== actorId(actor)) await portal.accountMails.factorsChanged(owner, "api-keys-ended");
}
