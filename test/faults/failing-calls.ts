import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { newLedger } from "./ledger.ts";
import { isReady, timeUntil } from "./member.ts";
import { type SiteSetup, serveSite, type Start } from "./served-site.ts";
import { nothingYet, type Shown, timed } from "./shown.ts";
import { findDamage, findLostWrites } from "./data-checks.ts";
import { writeRecord } from "./write-loop.ts";

const backWithinMs = 10_000;
/** The writes of one record need fewer calls of one kind than this. */
const most = 200;

/** With one thread for files, the calls of a request always have the same order. */
const inOrder = { UV_THREADPOOL_SIZE: "1" };

/**
 * Makes the system calls that write a record with a document to disk fail with EIO: the first of its kind, then the
 * second, and so on until none is left. If a call failed, not all requests of that record may be acknowledged.
 */
export async function failingCalls(ground: SiteSetup, calls: readonly string[], start: Start = {}): Promise<Shown> {
  const ledger = newLedger();
  const shown = nothingYet(0);
  await using site = await serveSite(ground, { ...start, environment: { ...start.environment, ...inOrder } });
  // The first document starts a decoder.
  await writeRecord(site.member, ledger, { withDocument: true, next: "hidden" });
  for (const call of calls) {
    for (let which = 1; which <= most; which += 1) {
      const before = refusals(ledger.refused);
      const tracer = await failCall(Number(site.server.child.pid), call, which);
      await writeRecord(site.member, ledger, { withDocument: true, next: "hidden" });
      const failed = await tracer.end();
      if (!failed.any) break;
      shown.rounds += 1;
      if (failed.anyThatMatters && refusals(ledger.refused) === before)
        shown.problems.push(`${call} ${which} failed, and all was acknowledged`);
      timed(shown, "a return", await timeUntil(() => isReady(site.member), 2 * backWithinMs), backWithinMs);
    }
  }
  const { 503: _, ...others } = ledger.refused;
  for (const status of Object.keys(others)) shown.problems.push(`a write was answered ${status}`);
  shown.problems.push(...(await findLostWrites(site.member, ledger)));
  await site.server.stop("SIGTERM");
  shown.problems.push(...(await findDamage(ground.environment)));
  return { ...shown, acknowledged: ledger.acknowledged };
}

const refusals = (refused: Readonly<Record<number, number>>) =>
  Object.values(refused).reduce((sum, count) => sum + count, 0);

type Failed = { any: boolean; anyThatMatters: boolean };

/** `end` detaches the tracer and returns what failed. */
export type Tracer = { end: () => Promise<Failed> };

/** Matches a checkpoint. Its failure is harmless: the data is still in the write-ahead log and will be copied again. */
const isCheckpoint = /\.db>/;

/** From now on, one call of each thread fails: the one with the number `which`. */
const failCall = (pid: number, call: string, which: number) => inject(pid, call, `error=EIO:when=${which}`);

/** From now on, all of these calls fail. */
export const alwaysFailing = (pid: number, calls: string, error: "EROFS") => inject(pid, calls, `error=${error}`);

async function inject(pid: number, calls: string, how: string): Promise<Tracer> {
  const options = ["-f", "-y", "-e", `trace=${calls}`, "-e", `inject=${calls}:${how}`, "-p", String(pid)];
  const tracer = spawn("strace", options, {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const exited = once(tracer, "exit");
  const attached = Promise.withResolvers<void>();
  const counts: Failed = { any: false, anyThatMatters: false };
  createInterface(tracer.stderr).on("line", (line) => {
    if (line.includes(" attached")) attached.resolve();
    if (!line.includes("(INJECTED)")) return;
    counts.any = true;
    counts.anyThatMatters ||= !isCheckpoint.test(line);
  });
  await Promise.race([attached.promise, exited]);
  return {
    async end() {
      tracer.kill("SIGINT");
      await exited;
      return counts;
    },
  };
}
