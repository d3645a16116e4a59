import { setTimeout as delay } from "node:timers/promises";
import { isPortalError, mapOutageToUnavailable, PortalError } from "#core/errors.ts";
import { rewriteAuditHead } from "#storage/database/audit.ts";
import { tryWriting } from "#storage/durable-files.ts";
import { type LogFault, logFaults } from "./log/log-fault.ts";
import type { Portal } from "./portal.ts";

/** `log`: the public log has a fault. That is no reason to send visitors elsewhere: lookups go on. */
type Ready = { log?: LogFault["kind"] };

/**
 * For `validMs` after a success, requests cause no further check: balancers ask every second, some from many places.
 * Reads that fail, or do not end, are reported within a second.
 */
const readLimits = { validMs: 200, timeLimitMs: 700 };
const writeLimits = { validMs: 5000, timeLimitMs: 2500 };

/** Checks that records can be read and written, and uploads received, by doing all three. */
export function readinessCheck(portal: Portal): () => Promise<Ready> {
  let found: Ready = {};
  const reads = sharedCheck(() => tryReading(portal), readLimits);
  const writes = sharedCheck(async () => {
    await tryEverything(portal);
    const [fault] = await logFaults(portal);
    found = fault ? { log: fault.kind } : {};
  }, writeLimits);
  return async () => {
    await Promise.all([reads(), writes()]);
    return found;
  };
}

/** Requests that arrive while a check runs wait for its result. A failure is not cached. */
function sharedCheck(check: () => Promise<void>, { validMs, timeLimitMs }: typeof readLimits): () => Promise<void> {
  let validUntil = 0;
  let underWay: Promise<void> | null = null;
  const run = async () => {
    await check();
    validUntil = performance.now() + validMs;
  };
  return async () => {
    if (performance.now() < validUntil) return;
    underWay ??= run().finally(() => (underWay = null));
    await Promise.race([underWay, tooLate(timeLimitMs)]);
  };
}

async function tryReading({ database, blobs }: Portal): Promise<void> {
  await Promise.all([database.ping(), blobs.pingReads()]);
}

async function tryEverything({ database, blobs, tempFolder }: Portal): Promise<void> {
  await Promise.all([
    database.write(rewriteAuditHead),
    blobs.ping(),
    mapOutageToUnavailable(() => tryWriting(tempFolder)),
  ]);
}

/** A request that gives up leaves the running check to later requests. */
const tooLate = async (timeLimitMs: number) => {
  await delay(timeLimitMs, undefined, { ref: false });
  throw new PortalError("unavailable", { cause: new NotReadyInTime() });
};

/** The log has the name of an error, and not its message. */
class NotReadyInTime extends Error {
  override readonly name = "NotReadyInTime";
}

/** After the disk was full: notices that there is room again, even if nobody changes anything. */
export async function trySavingAgain({ database }: Portal): Promise<void> {
  if (!database.savesNothing()) return;
  await database.write(rewriteAuditHead).catch((error: unknown) => {
    if (!isPortalError(error)) throw error;
  });
}
