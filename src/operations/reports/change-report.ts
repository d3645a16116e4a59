import type { AuditAction, AuditDetails } from "#core/audit/audit-event.ts";
import { PortalError } from "#core/errors.ts";
import type { Actor } from "#core/staff/actor.ts";
import type { Writer } from "#storage/database/database.ts";
import { reportForChange, type ReportRow } from "#storage/database/reports.ts";
import { logAuditEvent } from "../audit/log-audit-event.ts";
import type { Portal } from "../portal.ts";
import { reportKey } from "./sealed-report.ts";

type HeldReport = {
  writer: Writer;
  row: ReportRow;
  record: (actor: Actor, action: AuditAction, details: AuditDetails) => Promise<void>;
};

/** The frame of every change of a report, which is held meanwhile. */
export async function changeReport<Result>(
  portal: Portal,
  id: string,
  work: (held: HeldReport) => Promise<Result>,
): Promise<Result> {
  return portal.database.write(async (writer) => {
    const row = await reportForChange(portal.database, writer, id);
    if (!row || row.registry !== portal.registry) throw new PortalError("not-found");
    const record: HeldReport["record"] = (actor, action, details) =>
      logAuditEvent(
        portal,
        writer,
        { actor, action, subject: "report", subjectId: id, details },
        reportKey(portal, row),
      );
    return work({ writer, row, record });
  });
}
