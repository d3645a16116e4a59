import type { Actor } from "#core/staff/actor.ts";
import { authorize, mayDecideOnRecords } from "#core/staff/permissions.ts";
import { countWaitingInRun, nextWaitingInRun } from "#storage/database/bulk-runs.ts";
import type { Portal } from "../portal.ts";
import { ownRun } from "./read-run.ts";

/** Of the records that somebody chose to approve: how many still wait, and which is looked at first. */
export async function readLook(portal: Portal, actor: Actor, runId: string) {
  await ownRun(portal, actor, runId);
  const { read } = portal.database;
  return {
    waiting: await countWaitingInRun(read, runId),
    first: await nextWaitingInRun(read, runId, "after"),
  };
}

/** The ids of those around a record. It need not wait itself: it may just have been decided on. */
export async function neighboursInRun(portal: Portal, actor: Actor, runId: string, id: string) {
  authorize(mayDecideOnRecords(actor), actor);
  await ownRun(portal, actor, runId);
  const { read } = portal.database;
  return {
    before: await nextWaitingInRun(read, runId, "before", id),
    after: await nextWaitingInRun(read, runId, "after", id),
  };
}
