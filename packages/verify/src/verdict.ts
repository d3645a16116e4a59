import { type CompactStatement, dayMs, readCompactText, signerOf } from "./compact-statement.ts";
import { jsonIn } from "./json-web-token.ts";
import { readSavedStatement, type StatedDocument, type StatedOperator } from "./saved-statement.ts";
import {
  type LogVerdict,
  placeInLog,
  type PublishedFiles,
  readFiles,
  type SavedProof,
  wasLoggedBefore,
} from "./saved-proof.ts";
import type { KnownKey, PublishedKey, RevokedKey } from "./public-keys.ts";

export const issuerAddress = "/.well-known/jwt-vc-issuer";

/** The keys that this site publishes at `issuerAddress`. */
export type SiteKeys = {
  /** Addresses that the site had before, and which its statements still name. */
  former_issuers?: readonly string[];
  jwks: { keys: readonly PublishedKey[] };
  revoked_keys: readonly RevokedKey[];
  log_keys: readonly PublishedKey[];
  revoked_log_keys: readonly RevokedKey[];
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

/** `log` is present if the saved file has a log proof too. A visitor can compare files with `documents`. */
export type SavedReading = {
  reading: Reading;
  documents: readonly PublishedFiles[];
  /** The operator named in the statement. Codes on slips do not contain it. */
  operator?: StatedOperator | undefined;
  log?: LogVerdict;
  /** If the log has the statement: what finds its withdrawal there. */
  proof?: Pick<SavedProof, "statement" | "log">;
  /** The key was stolen after the public log had this statement. */
  isKeyStolen?: boolean;
};

/** Reads a saved statement from a file of any name and format. Null if the file contains none. */
export async function readSaved(text: string, { origins, keys }: Site): Promise<SavedReading | null> {
  const proof = proofIn(text);
  if (!proof) return null;
  const { statement: sdJwt } = proof;
  const only = (reading: Reading) => ({ reading, documents: [] });
  const known: readonly KnownKey[] = [...(keys?.jwks.keys ?? []), ...(keys?.revoked_keys ?? [])];
  const saved = await readSavedStatement(sdJwt, known);
  const key = known.find(({ kid }) => kid === saved?.kid);
  if (keys && saved && key && wasInUse(key, saved.statement.issued)) {
    const { log, files } = proof;
    const logKeys = [...keys.log_keys, ...keys.revoked_log_keys];
    const place = log === undefined ? undefined : await placeInLog({ statement: sdJwt, log }, logKeys);
    if (key.revoked && !wasLoggedBefore(place, key.revoked.after)) return only({ kind: "revoked" });
    // A list of files signed with a stolen key does not count, because the log does not contain it.
    const isListed = files !== undefined && !key.revoked;
    const published = isListed ? await readFiles({ statement: sdJwt, files }, keys.jwks.keys) : null;
    if (isListed && !published) return only({ kind: "unsigned" });
    return {
      reading: { kind: "statement", statement: saved.statement, leadsTo: null },
      documents: published ?? saved.documents.map(filesOf),
      operator: saved.operator,
      isKeyStolen: key.revoked !== undefined,
      ...(place !== undefined && { log: place }),
      ...(log !== undefined && typeof place === "object" && { proof: { statement: sdJwt, log } }),
    };
  }
  const issuer = originOf(jsonIn<{ iss: string }>(sdJwt.split(".")[1] ?? "")?.iss);
  if (!issuer) return only({ kind: "damaged" });
  if (!origins.includes(issuer.origin)) return only({ kind: "other-site", host: issuer.host });
  return only({ kind: keys ? "unsigned" : "no-keys" });
}

/** Returns the texts of a saved proof, or a statement alone in a text of any other format. Null if there is none. */
function proofIn(text: string): (Pick<SavedProof, "statement"> & Partial<SavedProof>) | null {
  const proof = objectIn(text);
  if (!proof) return null;
  const { statement, log, files } = proof;
  const asText = (value: unknown) => (typeof value === "string" ? value : "");
  if (typeof statement === "string")
    return {
      statement,
      ...(log !== undefined && { log: asText(log) }),
      ...(files !== undefined && { files: asText(files) }),
    };
  const [alone] = /ey[\w-]+\.[\w-]+\.[\w-]+~[\w~-]*/.exec(text) ?? [];
  return alone === undefined ? null : { statement: alone };
}

/** Null if the text begins as a proof and is damaged. */
function objectIn(text: string): Partial<Record<keyof SavedProof, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" ? (value ?? {}) : {};
  } catch {
    return text.trimStart().startsWith("{") ? null : {};
  }
}

const filesOf = ({ kind, original_sha256, page_sha256 }: StatedDocument): PublishedFiles => ({
  kind,
  sha256: [...original_sha256, ...page_sha256],
  looksLike: [],
});

function originOf(address: unknown): URL | null {
  try {
    return new URL(String(address));
  } catch {
    return null;
  }
}

type Site = { origins: readonly string[]; keys: SiteKeys | null };

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
function wasInUse({ iat, exp }: PublishedKey, issued: string): boolean {
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
