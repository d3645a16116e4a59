import type { Actor } from "#core/staff/actor.ts";
import { authorize, mayDecideOnRecords } from "#core/staff/permissions.ts";
import { countWaitingInRun, nextWaitingInRun } from "#storage/database/bulk-runs.ts";
import type { Portal } from "../portal.ts";
import { ownRun } from "./read-run.ts";

/** How many of the records that were chosen to be approved still wait, and which comes first. */
export async function readReview(portal: Portal, actor: Actor, runId: string) {
  await ownRun(portal, actor, runId);
  const { read } = portal.database;
  return {
    waiting: await countWaitingInRun(read, runId),
    first: await nextWaitingInRun(read, runId, "after"),
  };
}

/** The ids of the waiting records before and after a record. It may just have been decided on, so it need not wait itself. */
export async function neighboursInRun(portal: Portal, actor: Actor, runId: string, id: string) {
  authorize(mayDecideOnRecords(actor), actor);
  await ownRun(portal, actor, runId);
  const { read } = portal.database;
  return {
    before: await nextWaitingInRun(read, runId, "before", id),
    after: await nextWaitingInRun(read, runId, "after", id),
  };
}
