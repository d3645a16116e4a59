import type { BulkOutcome } from "#core/records/bulk-run.ts";
import { m } from "#i18n/compiled/messages.js";
import { readReport } from "#operations/bulk/read-run.ts";
import { fieldWords } from "#design/form/problem-words.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { signedInVisit } from "../../frame/known-visitor.server.ts";
import { outcomeWords } from "../bulk/run-words.ts";
import { tableAnswer } from "../export/file-answer.server.ts";
import { fieldName } from "./import-words.ts";
import type { Route } from "./+types/import-report.route.ts";

/** What would become of each row of an import, or became of it. Nothing in it is about a person. */
export async function loader({ context, params: { id } }: Route.LoaderArgs): Promise<Response> {
  const { visit, portal, actor } = await signedInVisit(context);
  const rows = await orErrorPage(visit, () => readReport(portal, actor, id));
  const titles = [m.import_report_row(), m.import_report_what(), m.import_report_column(), m.bulk_why()];
  return tableAnswer("import-report", "csv", { titles, parts: inOnePart(rows.flatMap(linesOf)) });
}

type ReportRow = Awaited<ReturnType<typeof readReport>>[number];

function linesOf({ sourceRow, isNew, outcome, problems }: ReportRow): string[][] {
  const line = [String(sourceRow), wordOf(isNew, outcome)];
  const wrong = Object.entries(problems).map(([field, problem]) => [...line, fieldName(field), fieldWords(problem)]);
  return wrong.length > 0 ? wrong : [[...line, "", ""]];
}

function wordOf(isNew: boolean, outcome: BulkOutcome | null): string {
  if (outcome !== null && outcome !== "done") return outcomeWords[outcome]();
  return isNew ? m.import_new() : m.import_update();
}

async function* inOnePart(lines: string[][]) {
  yield lines;
}
