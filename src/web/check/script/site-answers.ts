import type { CompactStatement } from "#verify/compact-statement.ts";
import { standsInList, statusListPath } from "#verify/status-list.ts";
import type { LogSearch } from "#verify/search-log.ts";
import type { SavedReading } from "#verify/read-saved.ts";
import { type Answer, issuerAddress, type SiteKeys } from "#verify/verdict.ts";

const maxWaitMs = 4000;
/** A slow line needs seconds for each file of the log. */
const maxWaitForLogMs = 60_000;

/**
 * `keptAt`: when the device stored the keys. Null if they were fetched just now. `now`: the time on the clock of the site,
 * or of this device if the site does not answer. Clocks of phones are often wrong.
 */
type KnownKeys = { keys: SiteKeys | null; keptAt: Date | null; now: number };

/** Returns the newest available keys: from the site, otherwise from this device. */
export async function siteKeys(): Promise<KnownKeys> {
  const { answer, isFresh } = await newestOrKept(issuerAddress);
  const date = answer?.headers.get("Date");
  const sentAt = date ? new Date(date) : null;
  const keys = answer && ((await answer.json()) as SiteKeys);
  return { keys, keptAt: isFresh ? null : sentAt, now: (isFresh ? sentAt?.getTime() : undefined) ?? Date.now() };
}

/** Returns what the site publishes at an address, otherwise what this device has of it. */
export async function newestOrKept(address: string): Promise<{ answer: Response | null; isFresh: boolean }> {
  const response = await ask(address);
  const isFresh = response?.ok === true;
  if (isFresh) void keepNewest(address, response.clone()).catch(() => undefined);
  return { answer: isFresh ? response : await keptAnswer(address), isFresh };
}

/** Stores the newest answer in every cache that stores the check page. */
async function keepNewest(address: string, answer: Response): Promise<void> {
  for (const name of await caches.keys())
    if (name.startsWith("check-")) await (await caches.open(name)).put(address, answer.clone());
}

/** Null without HTTPS or if the browser forbids storage: then there is no cache. */
export const keptAnswer = async (address: string) =>
  (await caches.match(address, { ignoreVary: true }).catch(() => undefined)) ?? null;

/** Most visitors check slips, and need no reader of saved proofs. */
export const loadReader = () => import("#verify/read-saved.ts");

/** Reads the whole public log of this site, and returns where it says that a saved statement was withdrawn. */
export async function searchWholeLog({ proof, log }: SavedReading, keys: SiteKeys | null): Promise<LogSearch | null> {
  if (!proof || typeof log !== "object" || !keys) return null;
  // Few people read the whole log.
  const { searchLog } = await import("#verify/search-log.ts");
  return searchLog(proof, { place: log, read: readLogFile, ...(await loadReader()).logTrustOf(keys) });
}

/** Null if the site does not answer. */
export async function readLogFile(path: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const answer = await ask(path, maxWaitForLogMs);
  return answer?.ok
    ? answer.arrayBuffer().then(
        (bytes) => new Uint8Array(bytes),
        () => null,
      )
    : null;
}

/** Null if no response arrived. */
async function ask(address: string, waitMs = maxWaitMs): Promise<Response | null> {
  if (!navigator.onLine) return null;
  try {
    const signal = AbortSignal.timeout(waitMs);
    return await fetch(address, { cache: "no-cache", credentials: "omit", signal });
  } catch {
    return null;
  }
}

type StatementPlace = Pick<CompactStatement, "list" | "place">;

export async function fetchStatementStatus(
  { list, place }: StatementPlace,
  { origins, keys, now }: { origins: readonly string[]; keys: SiteKeys | null; now: number },
): Promise<Answer> {
  const answer = await ask(statusListPath(list));
  if (!answer) return "no-connection";
  const stands =
    answer.ok && keys
      ? await standsInList(await answer.text(), { list, place, origins, keys: keys.jwks.keys, now })
      : null;
  if (stands === null) return "no-answer";
  return stands ? "stands" : "withdrawn";
}
