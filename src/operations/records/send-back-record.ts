import { z } from "zod";
import { checkInput, requiredText } from "#core/fields.ts";
import type { Actor } from "#core/staff/actor.ts";
import { mayDecideOnRecords } from "#core/staff/permissions.ts";
import type { Portal } from "../portal.ts";
import { type RecordChanged, type RecordTarget, changeRecord } from "./change-record.ts";

const reasonSchema = z.object({ reason: requiredText(500) });

/** Returns a record to the moderator who added it, with a reason. It leaves the queue until it is updated. */
export async function sendBackRecord(
  portal: Portal,
  actor: Actor,
  target: RecordTarget,
  reason: string,
): Promise<RecordChanged> {
  const checked = checkInput(reasonSchema, { reason });
  return changeRecord(portal, actor, target, {
    allowed: mayDecideOnRecords,
    apply: () => ({ approval: "returned", returnReason: checked.reason }),
    action: "candidate-sent-back",
  });
}
