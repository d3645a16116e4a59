import { setTimeout as delay } from "node:timers/promises";
import { standingStatements } from "#storage/database/proofs/withdrawals.ts";
import { orderOfPlaces, placesInList } from "#sealing/sd-jwt.ts";
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
  const problem = async () => (await problemOfLog(portal, stopping)) ?? (await problemOfStatements(portal, stopping));
  // A change may happen between two queries, so the comparison is repeated.
  const found = (await problem()) === null ? null : await problem();
  if (stopping.aborted) return false;
  if (found !== null) throw new LogBroken(`${found} Run "attestry verify".`);
  return true;
}

const pauseUnless = (stopping: AbortSignal) => delay(pauseMs, undefined, { signal: stopping }).catch(() => undefined);

async function problemOfLog(portal: Portal, stopping: AbortSignal): Promise<string | null> {
  const problems: string[] = [];
  const pause = () => pauseUnless(stopping);
  await verifyLog(portal, { onBroken: (problem) => void problems.push(problem), pause });
  return problems[0] ?? null;
}

async function problemOfStatements(
  { database: { read }, registry }: Portal,
  stopping: AbortSignal,
): Promise<string | null> {
  const orders = new Map<number, (at: number) => number>();
  const readAfter = async (after: number, atMost: number) => {
    await pauseUnless(stopping);
    return standingStatements(read, after, atMost);
  };
  for await (const row of everyRow(readAfter)) {
    if (stopping.aborted) return null;
    if (row.registry !== registry) continue;
    const order = orders.get(row.list_id) ?? orderOfPlaces(row.seed);
    orders.set(row.list_id, order);
    const isInPlace = order(row.published_leaf % placesInList) === row.place;
    const isInBlock = Math.floor(row.published_leaf / placesInList) === row.block;
    if (row.is_logged === 0 || !isInPlace || !isInBlock)
      return `What was signed of record ${row.record_id} stands in the database, and not in the public log.`;
  }
  return null;
}
