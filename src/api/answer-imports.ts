import type { Context } from "hono";
import type { Actor } from "#core/accounts/actor.ts";
import { type FieldProblems, PortalError } from "#core/errors.ts";
import { checkInput } from "#core/fields.ts";
import { type RowPlace, rowProblemText } from "#core/imports/row-place.ts";
import { uploadReason } from "#core/imports/upload-problems.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { readLeftOfFile, readLeftOut, readRun, readWarnings } from "#operations/bulk/read-run.ts";
import { importOnce } from "#operations/imports/choose-columns.ts";
import { problemsOfRowAlone, readMissingColumns } from "#operations/imports/problems-of-table.ts";
import { importOfForm, importReceiver } from "#operations/imports/receive-import.ts";
import { readUploads } from "#operations/imports/uploads-of-import.ts";
import { importCalls } from "./contract/import-calls.ts";
import { jsonAnswer, privateHeaders } from "./http/answers.ts";
import { readRequestHeaders } from "./http/headers.ts";
import { readQuery } from "./http/read-input.ts";
import { readUploadForm } from "./images/upload-form.ts";
import type { RouteEnv } from "./route-env.ts";
import { specFields, specName } from "./spec-names.ts";

export async function answerImport(portal: Portal, c: Context<RouteEnv>): Promise<Response> {
  const actor = await c.get("actor")();
  const { dry_run: dryRun } = checkInput(importCalls.importRecords.inQuery, readQuery(c.req.url));
  const { idempotencyKey: key } = readRequestHeaders((name) => c.req.header(name), importCalls.importRecords);
  const { incoming } = c.env;
  const { files } = await readUploadForm(
    { headers: incoming.headers, body: incoming },
    importReceiver(portal, actor, false),
  );
  const received = await importOfForm(portal, files);
  const id = await importOnce(portal, actor, received, { begins: dryRun !== "true", key });
  return jsonAnswer({ insertedId: id }, 201, { ...privateHeaders, Location: `/import/${id}` });
}

export async function importAnswer(portal: Portal, actor: Actor, id: string) {
  const { run, counts, plan } = await readRun(portal, actor, id);
  if (run.kind !== "import" || run.undoes !== null) throw new PortalError("not-found");
  const { rows } = await readLeftOut(portal, actor, id, { limit: 500 });
  const warnings = await readWarnings(portal, actor, id);
  const left = await readLeftOfFile(portal, actor, id);
  const missing = await readMissingColumns(portal, actor, id);
  const uploads = await readUploads(portal, actor, id);
  const { all, open, done, already } = counts;
  return {
    _id: id,
    state: run.state,
    create: plan?.create ?? 0,
    update: plan?.update ?? 0,
    unchanged: already,
    refused: all - open - done - already,
    done,
    rows: rows.map(({ sheet, sourceRow, outcome, problems, earlier }) => ({
      ...(sheet !== null && { sheet }),
      row: sourceRow ?? 0,
      reason: outcome ?? "failed",
      fields: fieldTexts(problemsOfRowAlone(problems, missing), earlier),
    })),
    warned: warnings.length,
    warnings: warnings.slice(0, 500).map(({ sheet, sourceRow, problems, earlier }) => ({
      ...(sheet !== null && { sheet }),
      row: sourceRow ?? 0,
      fields: fieldTexts(problems, earlier),
    })),
    sheets_left_out: left.sheets.map(({ name, rowCount }) => ({ name, rows: rowCount })),
    columns_missing: missing.map(specName),
    columns_left_out: left.columns.map(({ head, rows: filled }) => ({ heading: head, rows: filled })),
    scans: uploads.filter(({ problem }) => problem === null).length,
    scans_left_out: uploads.flatMap(({ name, problem }) =>
      problem === null ? [] : [{ name: name ?? "", reason: problem, text: uploadReason(problem) }],
    ),
  };
}

const fieldTexts = (problems: FieldProblems, earlier: RowPlace | null) =>
  Object.fromEntries(
    Object.entries(specFields(problems)).map(([name, problem]) => [name, rowProblemText(problem, earlier)]),
  );
