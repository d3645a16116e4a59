import { z } from "zod";
import { checkInput } from "#core/fields.ts";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import type { ReceivedReport } from "#core/reports/report.ts";
import type { Actor } from "#core/staff/actor.ts";
import { authorize, mayReadReports } from "#core/staff/permissions.ts";
import { closedReports, openReports, reportById } from "#storage/database/reports.ts";
import { personsById } from "#storage/database/staff.ts";
import { presentRow } from "../locked-change.ts";
import { pageFields, pageOf, sealedCursors } from "../paging.ts";
import type { Portal } from "../portal.ts";
import { listRecords } from "../records/list-records.ts";
import { openReport } from "./sealed-report.ts";

const questionSchema = z.object({
  /** `open`: the longest waiting first. `closed`: the last closed first. */
  state: z.enum(["open", "closed"], { error: "unknown-choice" }).default("open"),
  ...pageFields({ usual: 50, most: 500 }),
});

export type ReportListQuestion = z.input<typeof questionSchema>;
export type ReportPage = { reports: ReceivedReport[]; next: string | null };

const cursors = sealedCursors("report-list", z.object({ state: z.string(), time: z.number(), seq: z.number() }));

/** The queue of reports, page by page. */
export async function listReports(
  portal: Portal,
  actor: Actor,
  question: ReportListQuestion = {},
): Promise<ReportPage> {
  authorize(mayReadReports(actor), actor);
  const { state, limit, cursor } = checkInput(questionSchema, question);
  const after = cursors.open(portal, cursor, { state });
  const select = state === "open" ? openReports : closedReports;
  const rows = await select(portal.database.read, { registry: portal.registry, after, limit: limit + 1 });
  const { page, last } = pageOf(rows, limit);
  return {
    reports: page.map((row) => openReport(portal, row)),
    next: last && cursors.seal(portal, { state, time: last.closed_at ?? last.received_at, seq: last.seq }),
  };
}

export type ReadReport = {
  report: ReceivedReport;
  /** Names of those who handled it and still have an account, by id. */
  names: ReadonlyMap<string, string>;
};

/** One report, open or closed. */
export async function readReport(portal: Portal, actor: Actor, id: string): Promise<ReadReport> {
  authorize(mayReadReports(actor), actor);
  const { read } = portal.database;
  const report = openReport(portal, presentRow(portal, await reportById(read, id)));
  const handlers = [report.closedBy, ...report.answers.map(({ by }) => by)].filter((by) => by !== null);
  const persons = await personsById(read, [...new Set(handlers)]);
  return { report, names: new Map([...persons].map(([person, { name, email }]) => [person, name || email])) };
}

const mostRecords = 5;
const mostNumbers = 3;

/** The records that a report may be about: with the typed number or name, else with a number among other words. */
export async function findReportedRecords(portal: Portal, actor: Actor, about: string): Promise<CandidateRecord[]> {
  authorize(mayReadReports(actor), actor);
  for (const search of [about, ...numbersIn(about)]) {
    const { records } = await listRecords(portal, actor, { search, limit: mostRecords });
    if (records.length > 0) return records;
  }
  return [];
}

const numbersIn = (about: string): string[] =>
  about
    .split(/[\s,;:.()]+/u)
    .filter((word) => word !== about && /\p{Nd}/u.test(word))
    .slice(0, mostNumbers);
