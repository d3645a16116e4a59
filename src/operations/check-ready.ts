import { setTimeout as delay } from "node:timers/promises";
import { orUnavailable, PortalError } from "#core/errors.ts";
import { rewriteAuditHead } from "#storage/database/audit.ts";
import { tryWriting } from "#storage/durable-files.ts";
import type { Portal } from "./portal.ts";

/** For so long whoever asks again causes no further write: balancers ask every second, some of them from many places. */
const validMs = 5000;
const timeLimitMs = 2500;

/**
 * The check whether records can be read and written, and uploads received: it does all three. Those who ask meanwhile wait for
 * the same answer, and a failure is not kept.
 */
export function readinessCheck(portal: Portal): () => Promise<void> {
  let validUntil = 0;
  let underWay: Promise<void> | null = null;
  const check = async () => {
    await tryEverything(portal);
    validUntil = performance.now() + validMs;
  };
  return async () => {
    if (performance.now() < validUntil) return;
    underWay ??= check().finally(() => (underWay = null));
    await Promise.race([underWay, tooLate()]);
  };
}

async function tryEverything({ database, blobs, tempFolder }: Portal): Promise<void> {
  await Promise.all([
    database.ping(),
    database.write(rewriteAuditHead),
    blobs.ping(),
    orUnavailable(() => tryWriting(tempFolder)),
  ]);
}

/** Whoever waits no longer leaves the rest to those who ask next. */
const tooLate = async () => {
  await delay(timeLimitMs, undefined, { ref: false });
  throw new PortalError("unavailable", { cause: new Error("no answer in time") });
};
