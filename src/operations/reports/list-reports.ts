import { z } from "zod";
import { PortalError } from "#core/errors.ts";
import { checkInput } from "#core/fields.ts";
import type { ReceivedReport } from "#core/reports/report.ts";
import type { Actor } from "#core/staff/actor.ts";
import { mayReadReports, authorize } from "#core/staff/permissions.ts";
import { sealToken, unsealToken } from "#sealing/token.ts";
import { closedReports, openReports, type ReportPosition } from "#storage/database/reports.ts";
import type { Portal } from "../portal.ts";
import { openReport } from "./sealed-report.ts";

const questionSchema = z.object({
  /** `open`: the longest waiting first. `closed`: the last closed first. */
  state: z.enum(["open", "closed"], { error: "unknown-choice" }).default("open"),
  limit: z.int({ error: "unknown-choice" }).min(1).max(500).default(50),
  /** From the page before. */
  cursor: z.string().optional(),
});

export type ReportListQuestion = z.input<typeof questionSchema>;
export type ReportPage = { reports: ReceivedReport[]; next: string | null };

/** Staff's queue of reports, page by page. */
export async function listReports(
  portal: Portal,
  actor: Actor,
  question: ReportListQuestion = {},
): Promise<ReportPage> {
  authorize(mayReadReports(actor), actor);
  const { state, limit, cursor } = checkInput(questionSchema, question);
  const after = cursor === undefined ? null : positionOf(portal, cursor, state);
  const select = state === "open" ? openReports : closedReports;
  // One row more than asked for tells whether there is a next page.
  const rows = await select(portal.database.read, { registry: portal.registry, after, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const isLastPage = rows.length <= limit || !last;
  return {
    reports: page.map((row) => openReport(portal, row)),
    next: isLastPage ? null : cursorOf(portal, state, { time: last.closed_at ?? last.received_at, seq: last.seq }),
  };
}

const cursorOf = ({ keyring }: Portal, state: string, position: ReportPosition) =>
  sealToken(keyring, "report-list", { state, ...position });

const cursorSchema = z.object({ state: z.string(), time: z.number(), seq: z.number() });

function positionOf({ keyring }: Portal, cursor: string, state: string): ReportPosition {
  const parsed = cursorSchema.safeParse(unsealToken(keyring, "report-list", cursor));
  if (parsed.success && parsed.data.state === state) return { time: parsed.data.time, seq: parsed.data.seq };
  throw new PortalError("invalid", { fields: { cursor: "unknown-choice" } });
}
