import { setTimeout as delay } from "node:timers/promises";
import type { Portal } from "../portal.ts";
import { checkedStatements } from "../proofs/verify-statements.ts";
import { LogBroken, noticeDamage } from "./log-fault.ts";
import { verifyLog } from "./verify-log.ts";

/** After each batch of lines and after some statements, so that nobody waits. */
const pauseMs = 10;
const statementsAtOnce = 20;

/**
 * Compares every line of the log with what was signed, and the content of every statement that stands with the log.
 * Admins are told if somebody changed a row past the program. `attestry verify` names all of them.
 */
export const compareLog = (portal: Portal, stopping: AbortSignal): Promise<void> =>
  noticeDamage(portal, () => isAsLogged(portal, stopping), "differs");

/** Throws if it is not. Returns false if it was stopped. */
async function isAsLogged(portal: Portal, stopping: AbortSignal): Promise<boolean> {
  const pause = async () => {
    await delay(pauseMs);
    stopping.throwIfAborted();
  };
  const problem = async () => (await problemOfLog(portal, pause)) ?? (await problemOfStatements(portal, pause));
  try {
    // A change may happen between two queries, so the comparison is repeated.
    const found = (await problem()) === null ? null : await problem();
    if (found !== null) throw new LogBroken(`${found} Run "attestry verify".`);
    return true;
  } catch (error) {
    if (stopping.aborted) return false;
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
