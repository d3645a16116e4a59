import { type CompactStatement, dayMs, readCompactText, signerOf } from "./compact-statement.ts";
import type { PublishedKey, RevokedKey } from "./public-keys.ts";

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

export type Site = { origins: readonly string[]; keys: SiteKeys | null };

export async function readCode(text: string, { origins, keys }: Site): Promise<Reading> {
  const link = checkLink(text);
  if (!link) return { kind: "not-a-slip" };
  const isOwn = origins.includes(link.origin);
  const read = readCompactText(link.hash.slice(1));
  if (read && keys) {
    const { statement } = read;
    const signer = await signerOf(read, keys.jwks.keys);
    if (signer && wasInUse(signer, statement.issued))
      return { kind: "statement", statement, leadsTo: isOwn ? null : link.host };
    if (isOwn && (await signerOf(read, keys.revoked_keys))) return { kind: "revoked" };
  }
  if (!isOwn) return { kind: "other-site", host: link.host };
  if (!read) return { kind: "damaged" };
  return { kind: keys ? "unsigned" : "no-keys" };
}

/** More than any of our links has (400 characters). */
const maxLinkLength = 1000;

function checkLink(text: string): URL | null {
  // `try` instead of URL.parse, which is too new for many phones.
  if (text.length > maxLinkLength || !/^\s*https?:\/\//i.test(text)) return null;
  try {
    const link = new URL(text.trim());
    return /^\/check\/?$/i.test(link.pathname) && link.hash.length > 1 ? link : null;
  } catch {
    return null;
  }
}

/** True if the key was in use on the day of issue. Clocks and time zones may differ by up to a day. */
export function wasInUse({ iat, exp }: PublishedKey, issued: string): boolean {
  const day = Date.parse(issued);
  return day > iat * 1000 - 2 * dayMs && (exp === undefined || day < exp * 1000 + dayMs);
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
