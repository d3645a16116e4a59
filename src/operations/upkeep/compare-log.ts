import { setTimeout as delay } from "node:timers/promises";
import { lockAlertMark, moveAlertMark, timeMark } from "#storage/database/alerts.ts";
import type { Portal } from "../portal/portal.ts";
import { checkedStatements } from "../proofs/verify-statements.ts";
import { LogBroken, noticeDamage } from "../log/log-fault.ts";
import { verifyLog } from "../log/verify-log.ts";

/** After each batch of lines and after some statements, so that nobody waits. */
const pauseMs = 10;
const statementsAtOnce = 20;

/**
 * Compares every line of the log with what was signed, and the content of every statement that stands with the log.
 * Admins are told if somebody changed a row past the program. `attestry verify` names all of them.
 */
export const compareLog = (portal: Portal, stopping: AbortSignal): Promise<void> =>
  noticeDamage(
    portal,
    async () => {
      const found = await firstProblem(portal, stopping);
      if (stopping.aborted) return false;
      await noteComparison(portal);
      if (found !== null) throw new LogBroken(`${found} Run "attestry verify".`);
      return true;
    },
    "differs",
  );

/** When the last comparison ended, whatever it found. Null if none ended. A stopped one does not count. */
export const lastComparison = async ({ database, registry, now }: CompareReader): Promise<number | null> =>
  (await timeMark(database.read, markOf(registry), now())) || null;

type CompareReader = { database: Pick<Portal["database"], "read"> } & Pick<Portal, "registry" | "now">;

const markOf = (registry: string) => `log compared ${registry}`;

async function noteComparison({ database, registry, now }: Portal): Promise<void> {
  await database.write(async (writer) => {
    await lockAlertMark(database, writer, markOf(registry), 0);
    await moveAlertMark(writer, markOf(registry), now());
  });
}

async function firstProblem(portal: Portal, stopping: AbortSignal): Promise<string | null> {
  const pause = async () => {
    await delay(pauseMs);
    stopping.throwIfAborted();
  };
  const problem = async () => (await problemOfLog(portal, pause)) ?? (await problemOfStatements(portal, pause));
  try {
    // A change may happen between two queries, so the comparison is repeated.
    return (await problem()) === null ? null : await problem();
  } catch (error) {
    if (stopping.aborted) return null;
    throw error;
  }
}

type Pause = () => Promise<void>;

async function problemOfLog(portal: Portal, pause: Pause): Promise<string | null> {
  const problems: string[] = [];
  await verifyLog(portal, { onBroken: (problem) => void problems.push(problem), pause });
  return problems[0] ?? null;
}

async function problemOfStatements(portal: Portal, pause: Pause): Promise<string | null> {
  let count = 0;
  for await (const { problem } of checkedStatements(portal, { isStanding: true })) {
    if (problem !== null) return problem;
    count += 1;
    if (count % statementsAtOnce === 0) await pause();
  }
  return null;
}
