import { setTimeout as delay } from "node:timers/promises";
import { mapOutageToUnavailable, PortalError } from "#core/errors.ts";
import { rewriteAuditHead } from "#storage/database/audit.ts";
import { tryWriting } from "#storage/durable-files.ts";
import { logDamagedSince } from "./log/log-damage.ts";
import type { Portal } from "./portal.ts";

/** For this long after a success, requests cause no further write: balancers ask every second, some from many places. */
const validMs = 5000;
const timeLimitMs = 2500;

/** `log`: the public log is damaged. That is no reason to send visitors elsewhere: lookups go on. */
type Ready = { log?: "damaged" };

/**
 * Checks that records can be read and written, and uploads received, by doing all three. Requests that arrive while a
 * check runs wait for its result. A failure is not cached.
 */
export function readinessCheck(portal: Portal): () => Promise<Ready> {
  let validUntil = 0;
  let found: Ready = {};
  let underWay: Promise<void> | null = null;
  const check = async () => {
    await tryEverything(portal);
    found = (await logDamagedSince(portal)) === null ? {} : { log: "damaged" };
    validUntil = performance.now() + validMs;
  };
  return async () => {
    if (performance.now() < validUntil) return found;
    underWay ??= check().finally(() => (underWay = null));
    await Promise.race([underWay, tooLate()]);
    return found;
  };
}

async function tryEverything({ database, blobs, tempFolder }: Portal): Promise<void> {
  await Promise.all([
    database.ping(),
    database.write(rewriteAuditHead),
    blobs.ping(),
    mapOutageToUnavailable(() => tryWriting(tempFolder)),
  ]);
}

/** A request that gives up leaves the running check to later requests. */
const tooLate = async () => {
  await delay(timeLimitMs, undefined, { ref: false });
  throw new PortalError("unavailable", { cause: new Error("no answer in time") });
};
