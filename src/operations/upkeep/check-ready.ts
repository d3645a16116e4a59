import { setTimeout as delay } from "node:timers/promises";
import {
  type Away,
  causeOf,
  codeOf,
  isPortalError,
  mapOutageToUnavailable,
  PortalError,
  unavailable,
} from "#core/errors.ts";
import type { LogFaultKind } from "#core/proofs/log-faults.ts";
import { rewriteAuditHead } from "#storage/database/audit.ts";
import { refuseMovedDocuments } from "#storage/database/records/images.ts";
import { tryWriting } from "#storage/durable-files.ts";
import { logFaults } from "../log/log-fault.ts";
import type { Portal } from "../portal/portal.ts";

/** `log`: the worst fault of the public log. That is no reason to send visitors elsewhere: lookups go on. */
type Ready = { log?: LogFaultKind };

/**
 * For `validMs` after a success, requests cause no further check: balancers ask every second, some from many places.
 * Reads that fail, or do not end, are reported within a second.
 */
const readLimits = { validMs: 200, timeLimitMs: 700 };
const writeLimits = { validMs: 5000, timeLimitMs: 2500 };

/** Each check throws `unavailable` if the answer is no. */
export type ReadinessChecks = {
  /** Whether numbers can be looked up. */
  lookups: () => Promise<void>;
  /** Whether everything works: lookups, changes, and the documents. */
  everything: () => Promise<Ready>;
};

/** Finds out by doing it: reads and writes records, reads and writes documents. */
export function readinessChecks(portal: Portal): ReadinessChecks {
  let found: Ready = {};
  const lookups = sharedCheck("database", () => portal.database.ping().catch(throwReason), readLimits);
  const documents = sharedCheck("files", () => portal.blobs.pingReads(), readLimits);
  const stores = sharedCheck("files", () => tryStoring(portal), writeLimits);
  const changes = sharedCheck(
    "database",
    async () => {
      await tryChanging(portal);
      const [fault] = await logFaults(portal);
      found = fault ? { log: fault.kind } : {};
    },
    writeLimits,
  );
  return {
    lookups,
    async everything() {
      const changing = changes().catch(
        throwOnlyLookups("changes wait: the database is slow, or a process keeps it locked."),
      );
      const storing = Promise.all([documents(), stores()]).catch(
        throwOnlyLookups("not everything else works right now."),
      );
      const others = Promise.allSettled([changing, storing]);
      // If nothing can be looked up, its error is the answer.
      await lookups();
      for (const other of await others) if (other.status === "rejected") throw other.reason;
      return found;
    },
  };
}

/** Why PostgreSQL does not serve, by SQLSTATE. */
const reasons: Readonly<Record<string, string>> = {
  "25006": "PostgreSQL takes no changes: it is a standby, or default_transaction_read_only is on.",
  "53300": "PostgreSQL gives this site no more connections. Its role, its database or the server has a limit.",
};

const reasonOf = ({ cause }: PortalError) => reasons[codeOf(cause) ?? ""];

/** If the disk is full or the site was moved, the error says so already. */
const throwOnlyLookups = (butWhat: string) => (error: unknown) => {
  if (!isPortalError(error) || error.id === "moved") throw error;
  const reason = reasonOf(error);
  if (error.savesNothing && reason === undefined) throw error;
  const { cause, away, savesNothing } = error;
  const sentence = `Numbers can be looked up, but ${reason ?? butWhat}`;
  throw new PortalError("unavailable", { sentence, cause, away, savesNothing });
};

/** If the reason is known, the error says it. */
function throwReason(error: unknown): never {
  const reason = isPortalError(error) ? reasonOf(error) : undefined;
  throw reason === undefined
    ? error
    : new PortalError("unavailable", { sentence: reason, cause: causeOf(error), away: "database" });
}

/**
 * Requests that arrive while a check runs wait for its result. A failure is not cached. After the time limit, `what` is
 * away.
 */
function sharedCheck(
  what: Away,
  check: () => Promise<void>,
  { validMs, timeLimitMs }: typeof readLimits,
): () => Promise<void> {
  let validUntil = 0;
  let underWay: Promise<void> | null = null;
  const run = async () => {
    await check();
    validUntil = performance.now() + validMs;
  };
  return async () => {
    if (performance.now() < validUntil) return;
    underWay ??= run().finally(() => (underWay = null));
    await Promise.race([underWay, tooLate(timeLimitMs, what)]);
  };
}

/** A write without changes takes the lock of the file of lookups. */
async function tryChanging({ database }: Portal): Promise<void> {
  await Promise.all([database.write(rewriteAuditHead), database.lookups.write(async () => undefined)]);
}

async function tryStoring({ blobs, tempFolder, database, documentsMovedAt }: Portal): Promise<void> {
  await refuseMovedDocuments(database.read, documentsMovedAt);
  await Promise.all([blobs.ping(), mapOutageToUnavailable(() => tryWriting(tempFolder))]);
}

/** A request that gives up leaves the running check to later requests. */
const tooLate = async (timeLimitMs: number, away: Away) => {
  await delay(timeLimitMs, undefined, { ref: false });
  throw unavailable(new NotReadyInTime(), away);
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
