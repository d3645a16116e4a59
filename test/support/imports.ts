import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { AccountActor } from "#core/accounts/actor.ts";
import { beginRun } from "#operations/bulk/begin-run.ts";
import { readLeftOut } from "#operations/bulk/read-run.ts";
import { takeGuessedColumns } from "#operations/imports/choose-columns.ts";
import { receiveImport } from "#operations/imports/receive-import.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { findByNumber } from "#operations/records/read-record.ts";
import { executeAllRuns } from "./execute-all-runs.ts";

/** Starts a process that executes the waiting runs, for tests that kill it. Returns when it begins. */
export async function startRunWorker(environment: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const file = new URL("processes/run-worker.ts", import.meta.url);
  const worker = fork(file, { env: { ...process.env, ...environment } });
  const began = once(worker, "message").then(() => true);
  const ended = once(worker, "exit").then(() => false);
  if (!(await Promise.race([began, ended]))) throw new Error("the worker ended before it began");
  return worker;
}

export const heads = "Passport no,IRCC no,Name,Father's name,Mother's name,Address";
export const line = (passport: string, ircc: string, name = "Rahim Uddin") =>
  `${passport},${ircc},${name},Karim Uddin,Amina Begum,12 Lake Road`;

export const received = async (portal: Portal, actor: AccountActor, lines: readonly string[]): Promise<string> =>
  (await receiveImport(portal, actor, toBytes(lines.join("\r\n")))).id;

async function* toBytes(text: string) {
  yield Buffer.from(text);
}

export const named = async (portal: Portal, actor: AccountActor, number: string) =>
  (await findByNumber(portal, actor, number))[0];

/** Makes the dry run of an import. Does not begin the import. */
export async function checked(portal: Portal, actor: AccountActor, lines: readonly string[]): Promise<string> {
  const id = await received(portal, actor, [heads, ...lines]);
  await takeGuessedColumns(portal, actor, id, {});
  await executeAllRuns(portal);
  return id;
}

export async function imported(portal: Portal, actor: AccountActor, lines: readonly string[]): Promise<string> {
  const id = await checked(portal, actor, lines);
  await beginRun(portal, actor, id);
  await executeAllRuns(portal);
  return id;
}

/** Returns the rows that were left out, with the reasons. */
export async function leftOut(portal: Portal, actor: AccountActor, id: string) {
  const { rows } = await readLeftOut(portal, actor, id);
  return rows.map(({ sourceRow, outcome, problems }) => ({ [`${sourceRow} ${outcome}`]: problems }));
}

export const countOf = async ({ database }: Portal, table: "candidate" | "audit_event" | "import_part") =>
  (await database.read.selectFrom(table).selectAll().execute()).length;
