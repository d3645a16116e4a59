import type { CompactStatement } from "./compact-statement.ts";
import { endedPapers } from "./ended-papers.ts";
import { presentedIn } from "./presented.ts";
import { readProof, type SavedReading } from "./read-saved.ts";
import type { DatedPaper } from "./saved-statement.ts";
import { readStatusList, statusListPath } from "./status-list.ts";
import {
  addressesOf,
  readSlip,
  type Reading,
  type Site,
  type SiteKeys,
  statusOf,
  type Verdict,
  verdictOf,
} from "./verdict.ts";

/**
 * Who asks, and what they rely on. `policy`: a C2SP tlog-policy of theirs, or the one of the site as they kept it; "quorum
 * none" asks for no witness, and then nothing is more than `unwitnessed`. `ask`: fetches a path of the site. It throws or
 * returns null if there is no answer.
 */
export type Reader = Site & {
  policy: string;
  now: number;
  /** How old the newest signatures of the witnesses may be. A day if it is left out. */
  maxAgeMs?: number;
  ask: (path: string) => Promise<string | null>;
};

type Judged = Pick<SavedReading, "operator" | "isKeyStolen" | "documents" | "own" | "papers" | "leftOut" | "shown"> &
  Verdict & {
    /** The disclosed papers whose last day is over in UTC, the newest day first. Null for a slip: its code has no days. */
    ended: readonly DatedPaper[] | null;
    statement: CompactStatement;
    leadsTo: string | null;
    listSigned: number | null;
  };

/** Why there is no statement to judge. */
type Refused = { standing: Exclude<Reading["kind"], "statement"> };

/**
 * Judges the link of a slip, a saved proof, a statement, or what a wallet shows. Only `stands` says that all was checked:
 * the signature, the list of the site, its log, and the witnesses of the log. `listSigned`: when the site signed its list, in
 * seconds since 1970.
 */
export async function judge(text: string, { policy, now, maxAgeMs, ask, ...site }: Reader): Promise<Judged | Refused> {
  const keys = areKeys(site.keys) ? site.keys : null;
  const read = await readShown(text, { ...site, keys: keys && { ...keys, log_policy: policy } });
  const { reading, log, dated, ...saved } = read;
  if (reading.kind !== "statement") return { standing: reading.kind };
  const { statement, leadsTo } = reading;
  const { list, place } = statement;
  let listSigned: number | null = null;
  const status = await statusOf(statement, now, async () => {
    const token = await ask(statusListPath(list)).catch(() => null);
    if (token === null) return "no-connection";
    const found = await readStatusList(token, {
      list,
      place,
      origins: addressesOf(site),
      keys: keys?.jwks.keys ?? [],
      now,
    });
    if (!found) return "no-answer";
    listSigned = found.signed;
    return found.stands ? "stands" : "withdrawn";
  });
  const ended = dated ? endedPapers(dated, new Date(now).toISOString().slice(0, 10)) : null;
  return { ended, ...saved, ...verdictOf(status, { log, now, maxAgeMs }), statement, leadsTo, listSigned };
}

/** A site may answer anything. */
const areKeys = (keys: Partial<SiteKeys> | null): boolean =>
  [keys?.jwks?.keys, keys?.revoked_keys, keys?.log_keys, keys?.revoked_log_keys].every(Array.isArray);

async function readShown(text: string, site: Site): Promise<SavedReading> {
  const shown = presentedIn(text);
  if (shown?.kind === "statement") return readProof(shown.proof, site);
  const reading = shown?.kind === "slip" ? await readSlip(shown, site) : ({ kind: "not-a-slip" } as const);
  return { reading, documents: [] };
}
