import type { BulkOutcome } from "#core/records/bulk-run.ts";
import type { OwnLabels } from "#core/own-fields/own-field.ts";
import { everyLabel } from "#core/own-fields/own-paper.ts";
import { staffTitle } from "#i18n/document-titles.ts";
import { m } from "#i18n/compiled/messages.js";
import { readReport } from "#operations/bulk/read-run.ts";
import { readRefusedRows } from "#operations/imports/read-refused-rows.ts";
import { readUploads, type ShownUpload } from "#operations/imports/uploads-of-import.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { signedInVisit } from "../../frame/known-visitor.server.ts";
import { outcomeWords } from "../record-list/run-words.ts";
import { inOnePart, tableAnswer } from "../export/file-answer.server.ts";
import { cellWords, fieldName, uploadWords } from "../imports/import-words.ts";
import type { Route } from "./+types/import-report.route.ts";

/** Returns a report on each row of an import and each file sent with it: what would happen to it, or what happened. */
export async function loader({ context, url, params: { id } }: Route.LoaderArgs): Promise<Response> {
  const { visit, portal, actor } = await signedInVisit(context);
  const labels = everyLabel(await visit.settings());
  if (url.searchParams.get("rows") === "refused")
    return refusedTable(await orErrorPage(visit, () => readRefusedRows(portal, actor, id)), labels);
  const rows = await orErrorPage(visit, () => readReport(portal, actor, id));
  const uploads = await orErrorPage(visit, () => readUploads(portal, actor, id));
  const titles = [
    m.import_report_row(),
    m.import_report_what(),
    m.import_report_column(),
    m.bulk_why(),
    m.import_upload(),
  ];
  const scans = Map.groupBy(uploads, ({ sourceRow }) => sourceRow);
  const lines = [
    ...rows.flatMap((row) => [
      ...linesOf(row, labels),
      ...(scans.get(row.sourceRow) ?? []).map((upload) => lineOfUpload(upload, labels)),
    ]),
    ...(scans.get(null) ?? []).map((upload) => lineOfUpload(upload, labels)),
  ];
  return tableAnswer("import-report", "csv", { titles, parts: inOnePart(lines) });
}

/** The refused rows as they were sent, to correct and send again. A last column has the reasons. */
function refusedTable({ heads, rows }: Awaited<ReturnType<typeof readRefusedRows>>, labels: OwnLabels): Response {
  const width = Math.max(heads.length, ...rows.map(({ cells }) => cells.length));
  const wide = (cells: readonly string[]) => Array.from({ length: width }, (_, at) => cells[at] ?? "");
  const reasonsOf = ({ problems, earlier }: Refused) =>
    Object.entries(problems).map(([field, problem]) => `${fieldName(field, labels)}: ${cellWords(problem, earlier)}`);
  const lines = rows.map((row) => [
    ...wide(row.cells),
    reasonsOf(row).join(" ") || (row.outcome && outcomeWords[row.outcome]()) || "",
  ]);
  return tableAnswer("import-refused", "xlsx", { titles: [...wide(heads), m.bulk_why()], parts: inOnePart(lines) });
}

type Refused = Awaited<ReturnType<typeof readRefusedRows>>["rows"][number];
type ReportRow = Awaited<ReturnType<typeof readReport>>[number];

function linesOf({ sheet, sourceRow, isNew, outcome, problems, earlier }: ReportRow, labels: OwnLabels): string[][] {
  const line = [[sheet ?? [], String(sourceRow)].flat().join(": "), wordOf(isNew, outcome)];
  const wrong = Object.entries(problems).map(([field, problem]) => [
    ...line,
    fieldName(field, labels),
    cellWords(problem, earlier),
    "",
  ]);
  return wrong.length > 0 ? wrong : [[...line, "", "", ""]];
}

const lineOfUpload = ({ name, kind, sourceRow, problem }: ShownUpload, labels: OwnLabels): string[] => [
  sourceRow === null ? "" : String(sourceRow),
  problem === null ? m.import_upload_taken() : m.import_upload_left_out(),
  kind === null ? "" : staffTitle(kind, labels),
  problem === null ? "" : uploadWords(problem),
  name ?? "",
];

function wordOf(isNew: boolean, outcome: BulkOutcome | null): string {
  if (outcome !== null && outcome !== "done") return outcomeWords[outcome]();
  return isNew ? m.import_new() : m.import_update();
}
