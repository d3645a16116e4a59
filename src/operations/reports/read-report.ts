import { PortalError } from "#core/errors.ts";
import type { ReceivedReport } from "#core/reports/report.ts";
import type { Actor } from "#core/staff/actor.ts";
import { mayReadReports, authorize } from "#core/staff/permissions.ts";
import { reportById } from "#storage/database/reports.ts";
import { personsById } from "#storage/database/staff.ts";
import type { Portal } from "../portal.ts";
import { openReport } from "./sealed-report.ts";

export type ReadReport = {
  report: ReceivedReport;
  /** Names of those who did something about it and still have an account, by id. */
  names: ReadonlyMap<string, string>;
};

/** One report, open or closed. */
export async function readReport(portal: Portal, actor: Actor, id: string): Promise<ReadReport> {
  authorize(mayReadReports(actor), actor);
  const { read } = portal.database;
  const row = await reportById(read, id);
  if (!row || row.registry !== portal.registry) throw new PortalError("not-found");
  const report = openReport(portal, row);
  const handlers = [report.closedBy, ...report.answers.map(({ by }) => by)].filter((by) => by !== null);
  const persons = await personsById(read, [...new Set(handlers)]);
  return { report, names: new Map([...persons].map(([person, { name, email }]) => [person, name || email])) };
}
