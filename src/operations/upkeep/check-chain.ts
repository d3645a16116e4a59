import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { PortalError } from "#core/errors.ts";
import { type Actor, actorId } from "#core/accounts/actor.ts";
import { authorize, mayReadAudit } from "#core/accounts/permissions.ts";
import {
  auditEventsAfter,
  auditHead,
  insertAuditCheck,
  lastAuditCheck,
  updateAuditCheck,
} from "#storage/database/audit.ts";
import { namesById } from "#storage/database/accounts/roles.ts";
import { afterCommit } from "#storage/database/transaction.ts";
import type { Portal } from "../portal/portal.ts";
import { isTaken } from "../portal/queue.ts";
import { verifyAudit } from "./verify.ts";

/** Requests a check of the whole chain, which some process then does in the background. Only one check runs at a time. */
export async function beginCheck(portal: Portal, actor: Actor): Promise<void> {
  authorize(mayReadAudit(actor), actor);
  const { database, processId, now } = portal;
  await database.write(async (writer) => {
    const last = await lastAuditCheck(writer);
    if (last?.ended_at === null) throw new PortalError("still-working");
    const { seq: events } = await auditHead(writer);
    await insertAuditCheck(writer, { asked_by: actorId(actor), begun_at: now(), process: processId, events });
  });
  await afterCommit(portal, ({ events }) => events.emit("audit-check-begun"));
}

/** Returns the result of the last check, or its progress while it runs. Null before the first check. */
export async function readCheck({ database: { read } }: Portal, actor: Actor) {
  authorize(mayReadAudit(actor), actor);
  const check = await lastAuditCheck(read);
  if (!check) return null;
  const { asked_by: askedBy, begun_at: begunAt, ended_at: endedAt, checked, events, broken_at: brokenAt } = check;
  const names = await namesById(read, [askedBy]);
  const [broken] = brokenAt === null ? [] : await auditEventsAfter(read, brokenAt - 1, 1);
  return {
    by: names.get(askedBy) ?? null,
    begunAt,
    endedAt,
    checked,
    events,
    /**
     * The number of the first event that is not as it was written, and the time stored in it. If that event is missing,
     * the time of the next event.
     */
    broken: brokenAt === null ? null : { seq: brokenAt, at: broken?.at ?? null },
  };
}

const progressMs = 1000;

/**
 * Runs the check that was requested, unless another living process runs it. After a kill, a check starts from the
 * beginning: it takes only seconds.
 */
export async function runRequestedCheck(portal: Portal, { stopping }: { stopping: AbortSignal }): Promise<void> {
  const { database, processId, now } = portal;
  if (!(await isOurs(portal))) return;
  let checked = 0;
  let noted = performance.now();
  const isStillOurs = (changes: Parameters<typeof updateAuditCheck>[2]) =>
    database.write((writer) => updateAuditCheck(writer, processId, changes));
  const pause = async () => {
    await yieldToEventLoop();
    if (stopping.aborted) throw new Left();
    if (performance.now() - noted < progressMs) return;
    noted = performance.now();
    if (!(await isStillOurs({ checked }))) throw new Left();
  };
  try {
    const { events, brokenAt } = await verifyAudit(portal, { pause, onProgress: (done) => (checked = done) });
    await isStillOurs({ checked: events, broken_at: brokenAt, ended_at: now() });
  } catch (error) {
    if (!(error instanceof Left)) throw error;
  }
}

/** Thrown when this process stops, or when another process has taken over the check. */
class Left extends Error {}

async function isOurs(portal: Portal): Promise<boolean> {
  const check = await lastAuditCheck(portal.database.read);
  if (check?.ended_at !== null) return false;
  const { process } = check;
  return isTaken(portal, process, (writer) => updateAuditCheck(writer, process, { process: portal.processId }));
}
