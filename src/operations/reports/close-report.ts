import { PortalError } from "#core/errors.ts";
import { type Actor, actorId } from "#core/staff/actor.ts";
import { mayCloseReports, require } from "#core/staff/permissions.ts";
import { unwrapKey } from "#sealing/data-keys.ts";
import { reportForChange, updateReport } from "#storage/database/reports.ts";
import { recordEvent } from "../audit/record-event.ts";
import type { Portal } from "../portal.ts";

/** Takes a report out of the queue, and records who did. What is closed stays as it was closed first. */
export async function closeReport(portal: Portal, actor: Actor, id: string): Promise<{ modified: 0 | 1 }> {
  require(mayCloseReports(actor), actor);
  return portal.database.write(async (writer) => {
    const row = await reportForChange(portal.database, writer, id);
    if (!row || row.registry !== portal.registry) throw new PortalError("not-found");
    if (row.closed_at !== null) return { modified: 0 };
    const closed = { closed_at: portal.now(), closed_by: actorId(actor) };
    await updateReport(writer, id, closed);
    const details = { closedAt: { from: null, to: closed.closed_at } };
    const event = { actor, action: "report-closed", subject: "report", subjectId: id, details } as const;
    await recordEvent(portal, writer, event, unwrapKey(portal.keyring, id, row.wrapped_key));
    return { modified: 1 };
  });
}
