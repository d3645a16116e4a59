import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { AccountActor } from "#core/accounts/actor.ts";
import { receiveImport } from "#operations/imports/receive-import.ts";
import type { Portal } from "#operations/portal.ts";
import { findByNumber } from "#operations/records/read-record.ts";

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
