import { PortalError } from "#core/errors.ts";
import { parseHolderReport } from "#core/reports/report.ts";
import type { Language } from "#core/settings/languages.ts";
import { holder as holderActor } from "#core/accounts/actor.ts";
import { countTries } from "#limits/limits.ts";
import { reportsOfHolder } from "#storage/database/reports.ts";
import { insertRow, rowForChange } from "#storage/database/rows.ts";
import { inTransaction } from "#storage/database/transaction.ts";
import type { Portal } from "../portal/portal.ts";
import { openRecord } from "../sealed/sealed-record.ts";
import { storeReport } from "../reports/handle-report.ts";
import { openReport } from "../reports/read-reports.ts";
import { type HolderCredential, openHolder } from "./holder-page.ts";

const byHolder = { name: "report by holder", atMost: 5, withinSeconds: 60 * 60 };
const maxShown = 20;

/**
 * Stores a report that the holder makes about their own record. It goes into the queue of staff, and the answer appears
 * on the holder's page.
 */
export async function reportAsHolder(portal: Portal, opened: HolderCredential, form: unknown, language: Language) {
  const typed = parseHolderReport(form);
  const found = await openHolder(portal, opened, "not-found");
  await countTries(portal.limits, [{ rule: byHolder, key: found.holder.id }]);
  const about = openRecord(portal, found.record).passportNumber;
  const report = { ...typed, about, contact: "", language, isFromHolder: true } as const;
  return inTransaction(portal, async (within, writer) => {
    // Locked first, because the report takes the last lock: that of the audit log.
    const holder = await rowForChange(portal.database, writer, "holder", found.holder.id);
    if (!holder) throw new PortalError("not-found");
    const { id, reference } = await storeReport(within, holderActor, report);
    await insertRow(writer, "holder_report", { report_id: id, holder_id: holder.id });
    return { reference };
  });
}

/** The reports of a holder, newest first. What staff note for themselves is left out. */
export async function ownReports(portal: Portal, holderId: string) {
  const rows = await reportsOfHolder(portal.database.read, holderId, maxShown);
  return rows.map((row) => {
    const { reference, kind, message, receivedAt, closedAt, answers } = openReport(portal, row);
    return { reference, kind, message, receivedAt, closedAt, answers: answers.map(({ text, at }) => ({ text, at })) };
  });
}
