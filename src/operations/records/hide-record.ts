import type { Actor } from "#core/staff/actor.ts";
import { authorize, mayHideRecords } from "#core/staff/permissions.ts";
import type { ChangeTarget } from "../locked-change.ts";
import type { Portal } from "../portal.ts";
import { changeRecord, type RecordChanged } from "./change-record.ts";

/** Hides a record from the public at once. Hiding what is hidden changes nothing. */
export async function hideRecord(portal: Portal, actor: Actor, target: ChangeTarget): Promise<RecordChanged> {
  authorize(mayHideRecords(actor), actor);
  return changeRecord(portal, actor, target, { apply: () => ({ hidden: true }), action: "candidate-hidden" });
}

/** Lets the public see a record again, if it is approved. */
export async function unhideRecord(portal: Portal, actor: Actor, target: ChangeTarget): Promise<RecordChanged> {
  authorize(mayHideRecords(actor), actor);
  return changeRecord(portal, actor, target, { apply: () => ({ hidden: false }), action: "candidate-unhidden" });
}
