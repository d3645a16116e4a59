import { z } from "zod";
import { checkInput } from "#core/fields.ts";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import { type ReceivedReport, type StoredReport, storedReport } from "#core/reports/report.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { authorize, mayReadReports } from "#core/accounts/permissions.ts";
import { rowBoundTo, sealedUnderOwnKey } from "#sealing/sealed-content.ts";
import { type ReportQuery, reportsByTime, type ReportRow } from "#storage/database/reports.ts";
import { rowById } from "#storage/database/rows.ts";
import { namesById } from "#storage/database/accounts/roles.ts";
import { presentRow } from "../portal/locked-change.ts";
import { pageFields, pageOf, sealedCursors } from "../portal/paging.ts";
import type { Portal } from "../portal/portal.ts";
import { listRecords } from "../records/list-records.ts";

const questionSchema = z.object({
  /** `open` lists the urgent ones, then the others, the longest waiting first. `closed` lists the last closed first. */
  state: z.enum(["open", "closed"], { error: "unknown-choice" }).default("open"),
  ...pageFields({ usual: 50, most: 500 }),
});

type ReportListQuestion = z.input<typeof questionSchema>;

const cursors = sealedCursors(
  "report-list",
  z.object({ state: z.string(), isUrgent: z.boolean(), time: z.number(), seq: z.number() }),
);

export async function listReports(portal: Portal, actor: Actor, question: ReportListQuestion = {}) {
  authorize(mayReadReports(actor), actor);
  const { state, limit, cursor } = checkInput(questionSchema, question);
  const after = cursors.open(portal, cursor, { state });
  const rows = await rowsAfter(portal, state, after, limit + 1);
  const { page, last } = pageOf(rows, limit);
  const isUrgent = last?.urgent_kind !== "";
  return {
    reports: page.map((row) => openReport(portal, row)),
    next: last && cursors.seal(portal, { state, isUrgent, time: last.closed_at ?? last.received_at, seq: last.seq }),
  };
}

type PlaceInList = { isUrgent: boolean; time: number; seq: number } | null;

async function rowsAfter(portal: Portal, state: "open" | "closed", after: PlaceInList, limit: number) {
  const read = (part: ReportQuery["part"], most: number, from: PlaceInList) =>
    reportsByTime(portal.database.read, { registry: portal.registry, part, after: from, limit: most });
  if (state === "closed") return read("closed", limit, after);
  if (after && !after.isUrgent) return read("others", limit, after);
  const urgent = await read("urgent", limit, after);
  return urgent.length === limit ? urgent : [...urgent, ...(await read("others", limit - urgent.length, null))];
}

/** Returns one report, open or closed, and the names by id of those who handled it and still have an account. */
export async function readReport(portal: Portal, actor: Actor, id: string) {
  authorize(mayReadReports(actor), actor);
  const { read } = portal.database;
  const report = openReport(portal, presentRow(portal, await rowById(read, "report", id)));
  const handlers = [report.closedBy, ...report.answers.map(({ by }) => by)].filter((by) => by !== null);
  return { report, names: await namesById(read, handlers) };
}

export type ReadReport = Awaited<ReturnType<typeof readReport>>;

const maxRecords = 5;
const maxNumbers = 3;

/**
 * Returns the records that a report may be about: those with the typed number or name. If there are none, those with a
 * number that stands among other words.
 */
export async function findReportedRecords(portal: Portal, actor: Actor, about: string): Promise<CandidateRecord[]> {
  authorize(mayReadReports(actor), actor);
  for (const search of [about, ...numbersIn(about)]) {
    const { records } = await listRecords(portal, actor, { search, limit: maxRecords });
    if (records.length > 0) return records;
  }
  return [];
}

const numbersIn = (about: string): string[] =>
  about
    .split(/[\s,;:.()]+/u)
    .filter((word) => word !== about && /\p{Nd}/u.test(word))
    .slice(0, maxNumbers);

/** Bound to the columns that never change. */
export const sealedReport = sealedUnderOwnKey({
  table: "report",
  place: rowBoundTo("report", ["reference", "registry", "received_at"]),
  decode: storedReport,
});

export function openReport(portal: Portal, row: ReportRow): ReceivedReport {
  const { kind, ...report } = sealedReport.openRow(portal.keyring, row);
  return {
    ...report,
    kind: row.urgent_kind === "" ? kind : row.urgent_kind,
    id: row.id,
    reference: row.reference,
    receivedAt: row.received_at,
    closedAt: row.closed_at,
    closedBy: row.closed_by,
  };
}

/** Returns the sealed column with what staff have just written, under the key of the row. */
export const withHandling = (portal: Portal, row: ReportRow, key: Buffer, change: Partial<StoredReport>) => ({
  sealed: sealedReport.seal(key, row, { ...sealedReport.openRow(portal.keyring, row), ...change }),
});
