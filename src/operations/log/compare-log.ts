import { setTimeout as delay } from "node:timers/promises";
import { placesWithSeed } from "#sealing/sd-jwt.ts";
import { standingStatements } from "#storage/database/proofs/withdrawals.ts";
import { everyRow } from "../paging.ts";
import type { Portal } from "../portal.ts";
import { LogBroken, noticeDamage } from "./log-fault.ts";
import { verifyLog } from "./verify-log.ts";

/** After each batch of rows, so that nobody waits. */
const pauseMs = 10;

/**
 * Compares every line of the log with what was signed, and every statement that stands with the log and its status list.
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

async function problemOfStatements({ database: { read }, registry }: Portal, pause: Pause): Promise<string | null> {
  const ofLists = new Map<number, ReturnType<typeof placesWithSeed>>();
  const readAfter = async (after: number, atMost: number) => {
    await pause();
    return standingStatements(read, after, atMost);
  };
  for await (const row of everyRow(readAfter)) {
    if (row.registry !== registry) continue;
    const isInPlace = ofLists.get(row.list_id) ?? placesWithSeed(row.seed);
    ofLists.set(row.list_id, isInPlace);
    if (row.is_logged === 0 || !isInPlace(row))
      return `What was signed of record ${row.record_id} stands in the database, and not in the public log.`;
  }
  return null;
}
