import { PortalError } from "#core/errors.ts";
import { type Actor, actorId } from "#core/staff/actor.ts";
import { maySeeEveryRecord } from "#core/staff/permissions.ts";
import type { LimitRule } from "#limits/limits.ts";
import type { Portal } from "../portal.ts";

/** Who does not see every record learns of others' only so often. */
export async function limitAsking({ limits }: Portal, actor: Actor, rule: LimitRule): Promise<void> {
  if (maySeeEveryRecord(actor)) return;
  const verdict = await limits.attempt([{ rule, key: actorId(actor) }]);
  if (!verdict.allowed) throw new PortalError("too-many-requests", { waitSeconds: verdict.waitSeconds });
}
