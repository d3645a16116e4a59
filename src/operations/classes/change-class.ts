import type { AuditAction, AuditDetails } from "#core/audit/audit-event.ts";
import { PortalError } from "#core/errors.ts";
import type { Actor } from "#core/staff/actor.ts";
import { classForChange, type ClassRow } from "#storage/database/classes.ts";
import type { Writer } from "#storage/database/database.ts";
import { logAuditEvent } from "../audit/log-audit-event.ts";
import type { Portal } from "../portal.ts";
import { classKey } from "./stored-class.ts";

/** Which class, and the version that the change was made from, where the door knows it. */
export type ClassTarget = { id: string; expectedVersion?: number | undefined };

type OpenClass = {
  writer: Writer;
  row: ClassRow;
  key: Buffer;
  record: (action: AuditAction, details: AuditDetails) => Promise<void>;
};

/** The frame of whatever is done with one class: its row is held, so that seats are given one after another. */
export async function changeClass<Result>(
  portal: Portal,
  actor: Actor,
  { id, expectedVersion }: ClassTarget,
  work: (open: OpenClass) => Promise<Result>,
): Promise<Result> {
  return portal.database.write(async (writer) => {
    const row = await classForChange(portal.database, writer, id);
    if (!row || row.registry !== portal.registry) throw new PortalError("not-found");
    if (expectedVersion !== undefined && expectedVersion !== row.version) throw new PortalError("stale");
    const key = classKey(portal, row);
    const record = (action: AuditAction, details: AuditDetails) =>
      logAuditEvent(portal, writer, { actor, action, subject: "class", subjectId: id, details }, key);
    return work({ writer, row, key, record });
  });
}
