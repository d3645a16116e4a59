import type { BulkOutcome } from "#core/records/bulk-run.ts";
import { m } from "#i18n/compiled/messages.js";
import { readReport } from "#operations/bulk/read-run.ts";
import { fieldWords } from "#design/form/problem-words.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { signedInVisit } from "../../frame/known-visitor.server.ts";
import { byteOrderMark, csvLine } from "../bulk/csv.ts";
import { outcomeWords } from "../bulk/run-words.ts";
import { fieldName } from "./import-words.ts";
import type { Route } from "./+types/import-report.route.ts";

/** What becomes of every row, or became of it. There is nothing personal in it. */
export async function loader({ context, params: { id } }: Route.LoaderArgs): Promise<Response> {
  const { visit, portal, actor } = await signedInVisit(context);
  const rows = await orErrorPage(visit, () => readReport(portal, actor, id));
  const lines = rows.flatMap(({ sourceRow, isNew, outcome, problems }) => {
    const row = String(sourceRow);
    const wrong = Object.entries(problems);
    if (wrong.length === 0) return [csvLine([row, wordOf(isNew, outcome), "", ""])];
    return wrong.map(([field, problem]) =>
      csvLine([row, wordOf(isNew, outcome), fieldName(field), fieldWords(problem)]),
    );
  });
  const heads = csvLine([m.import_report_row(), m.import_report_what(), m.import_report_column(), m.bulk_why()]);
  return new Response(byteOrderMark + heads + lines.join(""), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": 'attachment; filename="import-report.csv"',
      "Cache-Control": "no-store",
    },
  });
}

const wordOf = (isNew: boolean, outcome: BulkOutcome | null) =>
  outcome === null || outcome === "done" ? (isNew ? m.import_new() : m.import_update()) : outcomeWords[outcome]();
