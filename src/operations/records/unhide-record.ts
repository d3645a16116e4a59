import type { Actor } from "#core/staff/actor.ts";
import { mayHideRecords } from "#core/staff/permissions.ts";
import type { Portal } from "../portal.ts";
import { type RecordChanged, type RecordTarget, changeRecord } from "./change-record.ts";

/** Lets the public see a record again, if it is approved. */
export async function unhideRecord(portal: Portal, actor: Actor, target: RecordTarget): Promise<RecordChanged> {
  return changeRecord(portal, actor, target, {
    allowed: mayHideRecords,
    apply: () => ({ hidden: false }),
    action: "candidate-unhidden",
  });
}
