import { type CompactStatement, readCompactText, signerOf } from "#core/proofs/compact-statement.ts";
import { jsonIn } from "#core/proofs/json-web-token.ts";
import { readSavedStatement } from "#core/proofs/sd-jwt.ts";
import { type LogVerdict, placeInLog, readFiles, type SavedProof, wasLoggedBefore } from "#core/proofs/saved-proof.ts";
import type { StatedDocument, StatementContent } from "#core/proofs/statement.ts";
import type { KnownFiles } from "../compare/compare-file.ts";
import type { KnownKey, PublishedKey, RevokedKey } from "#core/proofs/public-keys.ts";

export const issuerAddress = "/.well-known/jwt-vc-issuer";

/** What this site says there of its keys. */
export type SiteKeys = {
  jwks: { keys: readonly PublishedKey[] };
  revoked_keys: readonly RevokedKey[];
  /** Not there on a device that has kept an older answer. */
  log_keys?: readonly PublishedKey[];
  revoked_log_keys?: readonly RevokedKey[];
};

/** What a code says, before anybody is asked whether it still stands. */
export type Reading =
  /** `leadsTo`: what this site signed, in a link to another. */
  | { kind: "statement"; statement: CompactStatement; leadsTo: string | null }
  /** Signed with a key that was stolen: when, nobody can tell. */
  | { kind: "revoked" }
  /** In our form and with our address, and none of our keys signed it. */
  | { kind: "unsigned" }
  | { kind: "other-site"; host: string }
  | { kind: "damaged" }
  | { kind: "not-a-slip" }
  | { kind: "no-keys" };

/** Where a saved proof is more than a statement: whether the public log has it. Files may be compared with `documents`. */
export type Saved = {
  reading: Reading;
  documents: readonly KnownFiles[];
  /** In whose name it was signed: no slip says that. */
  operator?: StatementContent["operator"] | undefined;
  log?: LogVerdict;
  /** The key was stolen, after the public log had this. */
  isKeyStolen?: boolean;
};

/** The same of a statement that was saved, in a file of whatever name or form. */
export async function readSaved(text: string, { origins, keys }: Site): Promise<Saved | null> {
  const [sdJwt, body = ""] = /ey[\w-]+\.([\w-]+)\.[\w-]+~[\w~-]*/.exec(text) ?? [];
  if (sdJwt === undefined) return null;
  const only = (reading: Reading) => ({ reading, documents: [] });
  const known: readonly KnownKey[] = [...(keys?.jwks.keys ?? []), ...(keys?.revoked_keys ?? [])];
  const saved = await readSavedStatement(sdJwt, known);
  const key = known.find(({ kid }) => kid === saved?.kid);
  if (keys && saved && key && wasInUse(key, saved.statement.issued)) {
    const { log, files } = proofIn(text);
    const logKeys = [...(keys.log_keys ?? []), ...(keys.revoked_log_keys ?? [])];
    const place = log === undefined ? undefined : await placeInLog({ statement: sdJwt, log }, logKeys);
    if (key.revoked && !wasLoggedBefore(place, key.revoked.after)) return only({ kind: "revoked" });
    // Not by a stolen key: no log has this list.
    const published = files === undefined ? null : await readFiles({ statement: sdJwt, files }, keys.jwks.keys);
    return {
      reading: { kind: "statement", statement: saved.statement, leadsTo: null },
      documents: published ?? saved.documents.map(filesOf),
      operator: saved.operator,
      isKeyStolen: key.revoked !== undefined,
      ...(place !== undefined && { log: place }),
    };
  }
  const issuer = originOf(jsonIn<{ iss: string }>(body)?.iss);
  if (!issuer) return only({ kind: "damaged" });
  if (!origins.includes(issuer.origin)) return only({ kind: "other-site", host: issuer.host });
  return only({ kind: keys ? "unsigned" : "no-keys" });
}

/** What is beside the statement, if it is text. */
function proofIn(text: string): Partial<SavedProof> {
  try {
    const { log, files } = JSON.parse(text) as { log?: unknown; files?: unknown };
    return { ...(typeof log === "string" && { log }), ...(typeof files === "string" && { files }) };
  } catch {
    return {};
  }
}

const filesOf = ({ kind, original_sha256, page_sha256 }: StatedDocument): KnownFiles => ({
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

/** Those that we write have at most 400 letters; once it was a thousand. */
const longestLink = 4000;

function checkLink(text: string): URL | null {
  // By hand: URL.parse is too new for the phones of visitors.
  if (text.length > longestLink || !/^\s*https?:\/\//i.test(text)) return null;
  try {
    const link = new URL(text.trim());
    return /^\/check\/?$/i.test(link.pathname) && link.hash.length > 1 ? link : null;
  } catch {
    return null;
  }
}

const dayMs = 86_400_000;

/** A key signs nothing from before it was made, nor after it was replaced. Clocks and zones differ by a day at most. */
function wasInUse({ iat, exp }: PublishedKey, issued: string): boolean {
  const day = Date.parse(issued);
  return day > iat * 1000 - 2 * dayMs && (exp === undefined || day < exp * 1000 + dayMs);
}

export type Answer = "stands" | "withdrawn" | "no-connection" | "no-answer";

export type Status = Answer | "too-old" | "wrong-clock";

/** What to say of it today. Past its end nobody is asked: who needs it gets a new one. */
export async function statusOf(
  { issued, ends }: Pick<CompactStatement, "issued" | "ends">,
  now: number,
  ask: () => Promise<Answer>,
): Promise<Status> {
  if (Date.parse(issued) > now + dayMs) return "wrong-clock";
  if (now >= Date.parse(ends) + dayMs) return "too-old";
  return ask();
}
