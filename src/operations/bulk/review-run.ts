import type { Actor } from "#core/accounts/actor.ts";
import { authorize, mayDecideOnRecords } from "#core/accounts/permissions.ts";
import { countWaitingInRun, nextWaitingInRun } from "#storage/database/records/bulk-runs.ts";
import type { Portal } from "../portal/portal.ts";
import { ownRun } from "./read-run.ts";

/** Returns how many of the records that were chosen for approval still wait, and the first of them. */
export async function readReview(portal: Portal, actor: Actor, runId: string) {
  await ownRun(portal, actor, runId);
  const { read } = portal.database;
  return {
    waiting: await countWaitingInRun(read, runId),
    first: await nextWaitingInRun(read, runId, "after"),
  };
}

/**
 * Returns the ids of the waiting records before and after a record. The record itself need not wait: somebody may just
 * have decided on it.
 */
export async function neighboursInRun(portal: Portal, actor: Actor, runId: string, id: string) {
  authorize(mayDecideOnRecords(actor), actor);
  await ownRun(portal, actor, runId);
  const { read } = portal.database;
  return {
    before: await nextWaitingInRun(read, runId, "before", id),
    after: await nextWaitingInRun(read, runId, "after", id),
  };
}
