import type { Actor } from "#core/staff/actor.ts";
import { mayHideRecords } from "#core/staff/permissions.ts";
import type { Portal } from "../portal.ts";
import { type RecordChanged, type RecordTarget, changeRecord } from "./change-record.ts";

/** Takes a record from the public's sight at once. Hiding what is hidden changes nothing. */
export async function hideRecord(portal: Portal, actor: Actor, target: RecordTarget): Promise<RecordChanged> {
  return changeRecord(portal, actor, target, {
    allowed: mayHideRecords,
    apply: () => ({ hidden: true }),
    action: "candidate-hidden",
  });
}
