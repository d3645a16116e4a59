import { parseOutcome } from "#core/reports/report.ts";
import { type Actor, actorId } from "#core/staff/actor.ts";
import { mayCloseReports, authorize } from "#core/staff/permissions.ts";
import { updateReport } from "#storage/database/reports.ts";
import type { Portal } from "../portal.ts";
import { changeReport } from "./change-report.ts";
import { withHandling } from "./sealed-report.ts";

/**
 * Takes a report out of the queue with a note on what came of it, and records who did. What is closed stays as it was
 * closed first.
 */
export async function closeReport(
  portal: Portal,
  actor: Actor,
  id: string,
  form: unknown,
): Promise<{ modified: 0 | 1 }> {
  authorize(mayCloseReports(actor), actor);
  const outcome = parseOutcome(form);
  return changeReport(portal, id, async ({ writer, row, record }) => {
    if (row.closed_at !== null) return { modified: 0 };
    const closed = { closed_at: portal.now(), closed_by: actorId(actor) };
    await updateReport(writer, id, { ...closed, ...withHandling(portal, row, { outcome }) });
    const details = { closedAt: { from: null, to: closed.closed_at }, outcome: { from: null, to: outcome } };
    await record(actor, "report-closed", details);
    return { modified: 1 };
  });
}
