import { type CompactStatement, dayMs, signerOf } from "./compact-statement.ts";
import { wasInUse } from "./json-web-token.ts";
import type { Witnessed } from "./policy.ts";
import { type Presented, presentedIn } from "./presented.ts";
import type { PublishedKey, RevokedKey } from "./public-keys.ts";
import type { LogVerdict, Trust } from "./saved-proof.ts";
import type { LogSearch } from "./search-log.ts";

export const issuerAddress = "/.well-known/jwt-vc-issuer";

/** The keys that this site publishes at `issuerAddress`. */
export type SiteKeys = {
  /** Addresses that the site had before, and which its statements still name. */
  former_issuers?: readonly string[];
  jwks: { keys: readonly PublishedKey[] };
  revoked_keys: readonly RevokedKey[];
  log_keys: readonly PublishedKey[];
  revoked_log_keys: readonly RevokedKey[];
  /** A C2SP tlog-policy. */
  log_policy?: string;
};

/** What a code contains, before the site is asked whether the statement still stands. */
export type Reading =
  /** `leadsTo`: the host of another site if the link leads there, although this site signed the statement. */
  | { kind: "statement"; statement: CompactStatement; leadsTo: string | null }
  /** A stolen key signed this statement. Nobody can tell whether that was before the theft. */
  | { kind: "revoked" }
  /** The format and the address are ours, but none of our keys signed the statement. */
  | { kind: "unsigned" }
  | { kind: "other-site"; host: string }
  | { kind: "damaged" }
  | { kind: "not-a-slip" }
  | { kind: "no-keys" };

/** `origins`: the addresses of the site now. */
export type Site = { origins: readonly string[]; keys: SiteKeys | null };

/** Every address in the name of which this site signs, or signed before it moved. */
export const addressesOf = ({ origins, keys }: Site): readonly string[] => [
  ...origins,
  ...(keys?.former_issuers ?? []),
];

/** Null if this is no address. */
export function hostOf(address: unknown): string | null {
  try {
    return new URL(String(address)).host;
  } catch {
    return null;
  }
}

export async function readCode(text: string, site: Site): Promise<Reading> {
  const shown = presentedIn(text);
  return shown?.kind === "slip" ? readSlip(shown, site) : { kind: "not-a-slip" };
}

export async function readSlip({ link, code }: Extract<Presented, { kind: "slip" }>, site: Site): Promise<Reading> {
  const { keys } = site;
  // Not by origin: a link with http leads to the same site.
  const isOwn = addressesOf(site).some((address) => hostOf(address) === link.host);
  if (code && keys) {
    const { statement } = code;
    const signer = await signerOf(code, keys.jwks.keys);
    if (signer && wasInUse(signer, Date.parse(statement.issued) / 1000))
      return { kind: "statement", statement, leadsTo: isOwn ? null : link.host };
    if (isOwn && (await signerOf(code, keys.revoked_keys))) return { kind: "revoked" };
  }
  if (!isOwn) return { kind: "other-site", host: link.host };
  if (!code) return { kind: "damaged" };
  return { kind: keys ? "unsigned" : "no-keys" };
}

export type Answer = "stands" | "withdrawn" | "no-connection" | "no-answer";

export type Status = Answer | "too-old" | "wrong-clock";

/** Returns a statement's status now. Does not ask the site about an expired statement: only a new one can help. */
export async function statusOf(
  { issued, ends }: Pick<CompactStatement, "issued" | "ends">,
  now: number,
  ask: () => Promise<Answer>,
): Promise<Status> {
  if (Date.parse(issued) > now + dayMs) return "wrong-clock";
  if (now >= Date.parse(ends) + dayMs) return "too-old";
  return ask();
}

/**
 * What a reader may rely on.
 *
 * - `stands`: the list of the site says so, and the quorum that the policy asks for signed the log within the last day.
 * - `not-shown-current`: the list says so, and the quorum signed the log longer ago, or by its clock later than now.
 * - `too-few`: the list says so, and not yet the quorum.
 * - `unwitnessed`: the list says so, and nobody else. The policy asks for no quorum, or this is a slip: its code says
 *   nothing of the log.
 * - `log-unchecked`: the list says so, and this browser or device cannot verify the signatures of the log.
 * - `lost-leaves`: the site does not serve all leaves that it signed, so a withdrawal among the others cannot be seen.
 * - `not-logged`, `split-view`, `broken`: the log is not as the proof or the site says.
 */
export type Standing =
  | Status
  | "not-shown-current"
  | "too-few"
  | "unwitnessed"
  | "log-unchecked"
  | "lost-leaves"
  | "not-logged"
  | "split-view"
  | "broken";

/** Words about a statement. `witnessed`: who signed the log, and since when a quorum has. Null if nobody is asked. */
export type Verdict = { standing: Standing; witnessed: Witnessed | null };

/** `log`: what a saved proof says. `search`: what the whole log says, if it was read. `maxAgeMs`: a day, unless the reader says more. */
type Evidence = {
  now: number;
  maxAgeMs?: number | undefined;
  log?: LogVerdict | undefined;
  search?: LogSearch | null | undefined;
};

/** Joins what the list of the site says with what its log and the witnesses of the log say. */
export function verdictOf(status: Status, { log, search, ...age }: Evidence): Verdict {
  // The newest checkpoint of the whole log says more than the older one in the proof.
  const trust = search && "trust" in search ? search.trust : typeof log === "object" ? log : null;
  const said = (standing: Standing) => ({ standing, witnessed: trust?.witnessed ?? null });
  if (status === "withdrawn" || search?.kind === "withdrawn") return said("withdrawn");
  if (search?.kind === "split-view" || search?.kind === "broken" || search?.kind === "lost-leaves")
    return said(search.kind);
  if (log === "not-logged") return said(log);
  if (status !== "stands") return said(status);
  return said(log === "unknown" ? "log-unchecked" : standingBy(trust, age));
}

function standingBy(trust: Trust | null, { now, maxAgeMs = dayMs }: Evidence): Standing {
  if (!trust) return "unwitnessed";
  if (!trust.isAccepted) return "too-few";
  const since = trust.witnessed?.since ?? null;
  if (since === null) return "unwitnessed";
  return isCurrent(since, { now, maxAgeMs }) ? "stands" : "not-shown-current";
}

/** Whether something of this time, in seconds since 1970, shows what is so now. A time to come shows nothing. */
export const isCurrent = (time: number, { now, maxAgeMs = dayMs }: Pick<Evidence, "now" | "maxAgeMs">): boolean =>
  Math.abs(now - time * 1000) <= maxAgeMs;
