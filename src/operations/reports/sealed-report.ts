import type { ReceivedReport, Report, ReportHandling } from "#core/reports/report.ts";
import { unwrapKey } from "#sealing/data-keys.ts";
import { sealJson, unsealJson } from "#sealing/sealed-json.ts";
import type { ReportRow } from "#storage/database/reports.ts";
import type { Portal } from "../portal.ts";

export const reportPlace = (id: string): string => `report/${id}`;

const reportKey = ({ keyring }: Portal, { id, wrapped_key }: ReportRow): Buffer => unwrapKey(keyring, id, wrapped_key);

/** As it came, and what staff wrote since. */
type SealedPart = Report & Partial<ReportHandling>;

/** Its shape is known without a check: the seal proves that we wrote it, for this report. */
const openSealedPart = (key: Buffer, { id, sealed }: ReportRow) =>
  unsealJson(key, reportPlace(id), sealed) as SealedPart;

export function openReport(portal: Portal, row: ReportRow): ReceivedReport {
  const sealed = openSealedPart(reportKey(portal, row), row);
  return {
    answers: [],
    outcome: "",
    ...sealed,
    id: row.id,
    reference: row.reference,
    receivedAt: row.received_at,
    closedAt: row.closed_at,
    closedBy: row.closed_by,
  };
}

/** The sealed column with what staff have just written. */
export function withHandling(
  portal: Portal,
  row: ReportRow,
  change: Partial<ReportHandling>,
): Pick<ReportRow, "sealed"> {
  const key = reportKey(portal, row);
  return { sealed: sealJson(key, reportPlace(row.id), { ...openSealedPart(key, row), ...change }) };
}
