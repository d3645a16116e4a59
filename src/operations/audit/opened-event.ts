import type { AuditAction, AuditDetails } from "#core/audit/audit-event.ts";
import { unsealJson } from "#sealing/sealed-json.ts";
import type { AuditRow } from "#storage/database/audit.ts";
import { detailsPlace } from "./log-audit-event.ts";

export type OpenedEvent = {
  at: number;
  actor: string;
  action: AuditAction;
  changedFields: string[];
  /** Null once the record's key is destroyed. */
  details: AuditDetails | null;
};

export const openEvent = (event: AuditRow, key: Buffer | null): OpenedEvent => ({
  at: event.at,
  actor: event.actor,
  action: event.action,
  changedFields: event.changed_fields.split(" ").filter((field) => field !== ""),
  details: key && (unsealJson(key, detailsPlace(event.seq), event.sealed_details) as AuditDetails),
});
