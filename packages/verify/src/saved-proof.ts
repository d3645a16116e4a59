import { fromBase64, fromBase64Url, toBase64, toBase64Url } from "./base64.ts";
import { inHex } from "./in-hex.ts";
import { sha256Of } from "./sha256.ts";
import { areTexts, verifiedToken } from "./json-web-token.ts";
import { encodeEntry } from "./log-entry.ts";
import { parsePolicy, type Witnessed, witnessedBy } from "./policy.ts";
import type { CheckpointBody, KnownKey, PublishedKey } from "./public-keys.ts";
import { type Checkpoint, parseCheckpoint } from "./signed-note.ts";

/** The content of the JSON file that a visitor saves. */
export type SavedProof = {
  /** An SD-JWT VC. */
  statement: string;
  /** A C2SP tlog-proof. Its `extra` is the nonce of the leaf. */
  log: string;
  /** A JSON Web Token, signed with the key that signed the statement. */
  files: string;
};

export const publishedFilesType = "attestry-files+jwt";

/** The hashes by which a file is recognised, in hex. */
export type PublishedFiles = { kind: string; sha256: readonly string[]; looksLike: readonly string[] };

/** `statement` is the SHA-256 of the statement's header.payload, in hex. */
export type FilesPayload = { iss: string; iat: number; statement: string; documents: readonly PublishedFiles[] };

/** Returns the files that were published with a statement. Null if none of these keys signed this list of files. */
export async function readFiles(
  { statement, files }: Pick<SavedProof, "statement" | "files">,
  keys: readonly PublishedKey[],
): Promise<readonly PublishedFiles[] | null> {
  const verified = await verifiedToken<FilesPayload>(files, publishedFilesType, keys);
  const digest = await sha256Of(signedPart(statement));
  const { statement: stated, documents } = verified?.payload ?? {};
  return stated === inHex(digest) && Array.isArray(documents) && documents.every(areFiles) ? documents : null;
}

const areFiles = (files: Partial<PublishedFiles> | null) =>
  areTexts([files?.kind]) && areTexts(files?.sha256) && areTexts(files?.looksLike);

/** `policy`: a C2SP tlog-policy. Without one, no witness is needed. */
export type LogTrust = { keys: readonly KnownKey[]; policy?: string | undefined };

/**
 * A key of the log signed this checkpoint. `isAccepted`: the quorum of the policy signed it too. Without a policy, its key
 * was never stolen, or the site names it.
 */
export type Trust = { isAccepted: boolean; witnessed: Witnessed | null };

/** The index of a leaf in the tree of a checkpoint. */
export type LogPlace = CheckpointBody & Trust & { index: number };

/** `unknown`: this browser does not support Ed25519, or the device has no keys of the log. */
export type LogVerdict = LogPlace | "not-logged" | "unknown";

/**
 * True if the log had the statement before one of these checkpoints. A tree only grows, so a leaf keeps its index. A thief
 * of the statement key cannot add a leaf to a tree that was signed earlier, unless the log key was stolen as well.
 */
export const wasLoggedBefore = (place: LogVerdict | undefined, checkpoints: readonly CheckpointBody[]): boolean =>
  typeof place === "object" &&
  place.isAccepted &&
  checkpoints.some(
    ({ origin, size, root }) =>
      place.origin === origin && place.index < size && (place.size !== size || place.root === root),
  );

const proofHead =
  /^c2sp\.org\/tlog-proof@v1\nextra ([A-Za-z0-9+/]+=*)\nindex (0|[1-9]\d{0,14})((?:\n[A-Za-z0-9+/]{43}=){0,63})\n\n/;

/**
 * The commitment in the lines of the log about a statement: of its publication and of its withdrawal. Without the nonce
 * in the proof, nobody can tell which statement they are about.
 */
export async function commitmentOf({ statement, log }: Pick<SavedProof, "statement" | "log">): Promise<Bytes> {
  const nonce = fromBase64(proofHead.exec(log)?.[1] ?? "");
  return sha256Of(nonce, await sha256Of(signedPart(statement)));
}

/**
 * Returns where the public log has the leaf of a statement, by a checkpoint that one of its keys signed. Uses WebCrypto,
 * which browsers have as well.
 */
export async function placeInLog(
  { statement, log }: Pick<SavedProof, "statement" | "log">,
  logTrust: LogTrust,
): Promise<LogVerdict> {
  const [head = "", nonce = "", written, path = ""] = proofHead.exec(log) ?? [];
  const checkpoint = parseCheckpoint(log.slice(head.length));
  if (written === undefined || !checkpoint) return "not-logged";
  const { origin, size, root } = checkpoint;
  const index = Number(written);
  const siblings = path.split("\n").slice(1).map(fromBase64);
  // Another spelling of a value is no bytes.
  if (siblings.some(({ length }) => length === 0) || fromBase64(nonce).length === 0) return "not-logged";
  const entry = encodeEntry({ kind: "published", commitment: await commitmentOf({ statement, log }) });
  const found = await rootAbove(await sha256Of(Uint8Array.of(0), entry), { index, size, siblings });
  if (!found || toBase64(found) !== root) return "not-logged";
  const trust = await trustIn(checkpoint, logTrust);
  return typeof trust === "object" ? { origin, size, root, index, ...trust } : trust;
}

/**
 * Whether the log signed a checkpoint, and its witnesses. What a stolen key signed counts only up to the checkpoints
 * named beside it.
 */
export async function trustIn(
  checkpoint: Checkpoint,
  { keys, policy = "quorum none" }: LogTrust,
): Promise<Trust | "not-logged" | "unknown"> {
  const { origin, size, root } = checkpoint;
  const signer = await signerOf(checkpoint, keys);
  if (signer === "unknown") return "unknown";
  const rules = await parsePolicy(policy);
  const isOfPolicy = ({ x }: KnownKey) =>
    rules?.logs.length === 0 || rules?.logs.some((log) => log.name === origin && toBase64Url(log.publicKey) === x);
  if (!signer || !rules || !isOfPolicy(signer)) return "not-logged";
  const last = signer.revoked?.after.find((one) => one.origin === origin);
  const isBeyond = !last || size > last.size || (size === last.size && root !== last.root);
  const witnessed = await witnessedBy(checkpoint, rules);
  if (!witnessed || (signer.revoked && isBeyond)) return "not-logged";
  const isSure = !signer.revoked || size === last?.size;
  return { isAccepted: rules.isQuorum ? witnessed.isQuorum : isSure, witnessed: witnessed.of > 0 ? witnessed : null };
}

/** Returns the key that signed the checkpoint. Null if none did, or if one of its signatures with the name of a key is wrong. */
async function signerOf(
  { text, origin, signatures }: Checkpoint,
  keys: readonly KnownKey[],
): Promise<KnownKey | "unknown" | null> {
  if (keys.length === 0) return "unknown";
  let signer: KnownKey | null = null;
  for (const key of keys) {
    if (key.kty !== "OKP") continue;
    const bytes = fromBase64Url(key.x);
    const imported = await crypto.subtle.importKey("raw", bytes, "Ed25519", false, ["verify"]).catch(() => null);
    if (!imported) return "unknown";
    const keyId = toBase64((await sha256Of(`${origin}\n`, Uint8Array.of(1), bytes)).subarray(0, 4));
    for (const { name, ...one } of signatures) {
      if (name !== origin || toBase64(one.keyId) !== keyId) continue;
      if (!(await crypto.subtle.verify("Ed25519", imported, one.signature, bytesOfText(text)))) return null;
      signer ??= key;
    }
  }
  return signer;
}

type Path = { index: number; size: number; siblings: readonly Bytes[] };

/**
 * Computes the root above a leaf (RFC 9162, 2.1.3.2). Null if the path does not belong to this leaf. Numbers may exceed 32
 * bits.
 */
export async function rootAbove(leaf: Bytes, { index, size, siblings }: Path): Promise<Bytes | null> {
  if (index >= size) return null;
  const half = (value: number) => Math.floor(value / 2);
  let [place, last, seen] = [index, size - 1, leaf];
  for (const sibling of siblings) {
    if (last === 0) return null;
    if (place % 2 === 1 || place === last) {
      seen = await sha256Of(Uint8Array.of(1), sibling, seen);
      while (place % 2 === 0 && place > 0) [place, last] = [half(place), half(last)];
    } else seen = await sha256Of(Uint8Array.of(1), seen, sibling);
    [place, last] = [half(place), half(last)];
  }
  return last === 0 ? seen : null;
}

type Bytes = Uint8Array<ArrayBuffer>;

/** Returns the `header.payload` of an SD-JWT. */
const signedPart = (statement: string): string => /^[^.~]*\.[^.~]*/.exec(statement)?.[0] ?? "";

const bytesOfText = (text: string): Bytes => new TextEncoder().encode(text);
