import type { ReceivedReport, Report } from "#core/reports/report.ts";
import { unwrapKey } from "#sealing/data-keys.ts";
import { unsealJson } from "#sealing/sealed-json.ts";
import type { ReportRow } from "#storage/database/reports.ts";
import type { Portal } from "../portal.ts";

export const reportPlace = (id: string): string => `report/${id}`;

/** Its shape is known without a check: the seal proves that we wrote it, for this report. */
export function openReport({ keyring }: Portal, row: ReportRow): ReceivedReport {
  const key = unwrapKey(keyring, row.id, row.wrapped_key);
  return {
    ...(unsealJson(key, reportPlace(row.id), row.sealed) as Report),
    id: row.id,
    reference: row.reference,
    receivedAt: row.received_at,
    closedAt: row.closed_at,
    closedBy: row.closed_by,
  };
}
