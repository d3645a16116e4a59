import { z } from "zod";
import { mailAddressOf, type ReceivedReport } from "#core/reports/report.ts";
import type { Actor } from "#core/staff/actor.ts";
import { writtenMoment, writtenTime } from "#i18n/written.ts";
import type { Portal } from "#operations/portal.ts";
import { listReports } from "#operations/reports/list-reports.ts";
import { type ReadReport, readReport } from "#operations/reports/read-report.ts";
import { recordsReported } from "#operations/reports/records-reported.ts";
import type { ShownReport } from "./report-page.tsx";
import type { ListedReport } from "./report-table.tsx";
import { listed } from "../records/record-list.server.ts";
import { placeIn } from "#design/table/list-address.ts";

/** What nobody can have chosen counts as not chosen. */
const stateChoice = z.enum(["open", "closed"]).catch("open");

export async function reportQueue(portal: Portal, actor: Actor, address: URLSearchParams) {
  const state = stateChoice.parse(address.get("state"));
  const { reports, next } = await listReports(portal, actor, { state, cursor: address.get("cursor") ?? undefined });
  return { state, rows: reports.map(listedReport), ...placeIn(address, next) };
}

const listedReport = ({ id, reference, kind, about, message, receivedAt }: ReceivedReport): ListedReport => ({
  id,
  reference,
  kind,
  about,
  beginning: message.slice(0, 200),
  received: writtenMoment(receivedAt),
});

export async function reportWithRecords(portal: Portal, actor: Actor, id: string) {
  const read = await readReport(portal, actor, id);
  const records = await recordsReported(portal, actor, read.report.about);
  return { report: shownReport(read), records: records.map(listed) };
}

function shownReport({ report, names }: ReadReport): ShownReport {
  const { id, reference, kind, about, message, contact, receivedAt, answers, outcome, closedAt, closedBy } = report;
  return {
    id,
    reference,
    kind,
    about,
    message,
    contact,
    email: mailAddressOf(report),
    received: writtenTime(receivedAt),
    answers: answers.map(({ text, at, by }) => ({ text, when: writtenTime(at), by: names.get(by) ?? null })),
    closed: closedAt === null ? null : { outcome, when: writtenTime(closedAt), by: names.get(closedBy ?? "") ?? null },
  };
}
