import { open } from "node:fs/promises";
import type { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { readConfig } from "#config";
import { counted } from "#core/counted.ts";
import { codeOf, isPortalError, StartRefused } from "#core/errors.ts";
import { rowPlaceText, rowProblemText } from "#core/imports/row-place.ts";
import { uploadReason } from "#core/imports/upload-problems.ts";
import type { AccountActor } from "#core/accounts/actor.ts";
import { canonicalEmail } from "#core/accounts/email.ts";
import { readLeftOfFile, readReport, readRun } from "#operations/bulk/read-run.ts";
import { executeRuns } from "#operations/run-work/execute-runs.ts";
import { executeDryRuns } from "#operations/run-work/execute-dry-runs.ts";
import { takeGuessedColumns } from "#operations/imports/choose-columns.ts";
import { discardImport, receiveImport } from "#operations/imports/receive-import.ts";
import { keepUploads, receiveUploads } from "#operations/imports/receive-uploads.ts";
import { readUploads } from "#operations/imports/uploads-of-import.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { beat, leave } from "#operations/portal/processes.ts";
import { openSite } from "./open-site.ts";
import { fromCaller } from "#server/from-caller.ts";
import { personWithRoleByEmail } from "#storage/database/accounts/roles.ts";
import { openProgress } from "./progress.ts";
import { UsageError } from "./usage-error.ts";

/**
 * Imports a table like the dashboard does, also while the site is served. Prints a line on standard error for each row
 * that is left out, or that has a value to look at.
 */
export async function run(args: string[]): Promise<void> {
  const text = { type: "string" } as const;
  const options = { as: text, scans: text, "dry-run": { type: "boolean", default: false } } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [file, second] = positionals;
  if (file === undefined || second !== undefined) throw new UsageError("Name one file.");
  if (values.as === undefined) throw new UsageError("--as is missing. It is the address of the admin who imports.");
  await using portal = await openSite(readConfig());
  const admin = await adminWith(portal, values.as);
  const { id, uploads } = await receiveImport(portal, admin, await openFile(file)).catch(refuse);
  const more = values.scans === undefined ? [] : await receiveZip(portal, admin, id, values.scans).catch(refuse);
  await keepUploads(portal, id, [...uploads, ...more]);
  await takeGuessedColumns(portal, admin, id, { begins: !values["dry-run"] }).catch(refuse);
  await untilEnded(portal, admin, id);
  await report(portal, admin, id);
}

async function openFile(file: string): Promise<Readable> {
  const handle = await open(fromCaller(file)).catch((error: unknown) => {
    throw new StartRefused(`${file} cannot be read (${codeOf(error) ?? "not a file"}).`);
  });
  return handle.createReadStream();
}

async function receiveZip(portal: Portal, admin: AccountActor, id: string, file: string) {
  try {
    return (await receiveUploads(portal, admin, await openFile(file))).uploads;
  } catch (error) {
    await discardImport(portal, id);
    throw error;
  }
}

async function adminWith({ database }: Portal, address: string): Promise<AccountActor> {
  const row = await personWithRoleByEmail(database.read, canonicalEmail(address) ?? "");
  if (row?.role !== "admin" || row.suspended_at !== null)
    throw new StartRefused(`${address} is not an admin of this site.`);
  return { kind: "account", id: row.id, role: row.role };
}

/** Executes the run as the served site does. If another process has taken the run, it continues there. */
async function untilEnded(portal: Portal, admin: AccountActor, id: string): Promise<void> {
  using progress = openProgress("Rows");
  const alive = setInterval(() => void beat(portal).catch(() => undefined), 1000);
  const shown = setInterval(() => void show().catch(() => undefined), 500);
  const show = async () => {
    const { counts, rowsToCheck } = await readRun(portal, admin, id);
    progress.at(counts.all - (rowsToCheck === null ? counts.open : 0), rowsToCheck ?? counts.all);
  };
  const round = { stopping: new AbortController().signal, report: (error: unknown) => console.error(error) };
  const isUnderWay = async () => ["checking", "running"].includes((await readRun(portal, admin, id)).run.state);
  try {
    await beat(portal);
    while (await isUnderWay()) {
      await executeDryRuns(portal, round);
      await executeRuns(portal, round);
      await delay(100);
    }
  } finally {
    clearInterval(alive);
    clearInterval(shown);
    await leave(portal);
  }
}

async function report(portal: Portal, admin: AccountActor, id: string): Promise<void> {
  const { run: ended, counts, plan } = await readRun(portal, admin, id);
  const refused = counts.all - counts.open - counts.done - counts.already;
  for (const { sheet, sourceRow, outcome, problems, earlier } of await readReport(portal, admin, id)) {
    const isTaken = outcome === null || outcome === "done" || outcome === "already";
    const reasons = Object.entries(problems).map(([field, problem]) => `${field}: ${rowProblemText(problem, earlier)}`);
    const row = rowPlaceText({ sheet, row: sourceRow ?? 0 });
    if (reasons.length > 0) console.error(`${row}${isTaken ? ", look at" : ":"} ${reasons.join(" ")}`);
    else if (!isTaken) console.error(`${row}: ${outcome}`);
  }
  const left = await readLeftOfFile(portal, admin, id);
  for (const { name, rowCount } of left.sheets)
    console.error(`The sheet ${name} was not read: ${counted(rowCount, "row")}.`);
  for (const { head, rows } of left.columns)
    console.error(`The column ${head} was not understood and is left out: ${counted(rows, "row")}.`);
  const uploads = await readUploads(portal, admin, id);
  const leftOut = uploads.filter(({ problem }) => problem !== null);
  for (const { name, problem } of leftOut) if (problem) console.error(`${name ?? ""}: ${uploadReason(problem)}`);
  const [created, updated] = ended.state === "asked" ? ["would be added", "would be updated"] : ["added", "updated"];
  console.log(
    `${counted(plan?.create ?? 0, "record")} ${created}, ${plan?.update ?? 0} ${updated}, ${counts.already} unchanged, ${refused} refused.`,
  );
  if (uploads.length > 0)
    console.log(`${counted(uploads.length - leftOut.length, "file")} taken, ${leftOut.length} left out.`);
  if (ended.state === "stopped" || refused + leftOut.length > 0) process.exitCode = 1;
}

function refuse(error: unknown): never {
  if (isPortalError(error) && error.status < 500) throw new StartRefused(error.message);
  throw error;
}
