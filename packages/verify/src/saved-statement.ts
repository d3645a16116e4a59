import { toBase64Url } from "./base64.ts";
import { isDocumentKind } from "./document-kinds.ts";
import { sha256Of } from "./sha256.ts";
import type { CompactStatement } from "./compact-statement.ts";
import { dayOf, isDay } from "./days.ts";
import { areTexts, isPlace, isTime, jsonIn, payloadSignedBy, type PublicKey, verifiedToken } from "./json-web-token.ts";
import type { PublishedKey } from "./public-keys.ts";

/** The `vct` of a statement. It defines which claims a statement has and what they mean. */
export const statementType = "urn:attestry:publication:1";

/** A document in a statement. Hashes are SHA-256 in hexadecimal digits. */
export type StatedDocument = {
  /** A kind of the program, or the id of a paper that the operator added, such as "p1". */
  kind: string;
  pages: number;
  /** The hashes of the uploaded files. */
  original_sha256: readonly string[];
  /** The hash of each page as visitors see it. */
  page_sha256: readonly string[];
  last_day?: string;
  /** What the operator calls a paper of their own. */
  title?: string;
};

/** The documents whose kinds this version does not know, as papers of the operator, with their titles. */
export const titledDocuments = (stated: readonly StatedDocument[]): { kind: string; title: string }[] =>
  stated.filter(({ kind }) => !isDocumentKind(kind)).map(({ kind, title = kind }) => ({ kind, title }));

/** A paper with the last day that is printed on it. `title`: what the operator calls a paper of their own. */
export type DatedPaper = { kind: string; title?: string; lastDay: string };

/** The documents with a last day. What is no day is left out. */
export const datedPapers = (stated: readonly StatedDocument[]): DatedPaper[] =>
  stated.flatMap(({ kind, title, last_day: lastDay }) =>
    isDay(lastDay) ? [{ kind, lastDay, ...(title !== undefined && { title }) }] : [],
  );

/** The claims that the holder of a statement can disclose or leave out, one by one. */
export type StatedClaims = { name: string; passport_number: string; ircc_number?: string; nationality: string };

/** A field that the operator added to records, under the operator's name for it. */
export type StatedOwn = { title: string; value: string };

/** How a statement says it: two lines of one claim. A program that knows no such claims accepts the statement. */
export const titledText = ({ title, value }: StatedOwn): string => `${title}\n${value}`;

const knownClaims: readonly string[] = [
  "name",
  "passport_number",
  "ircc_number",
  "nationality",
] satisfies (keyof StatedClaims)[];

function titledIn(claim: string, text: string): StatedOwn {
  const end = text.indexOf("\n");
  return end < 0 ? { title: claim, value: text } : { title: text.slice(0, end), value: text.slice(end + 1) };
}

export type StatedOperator = { name: string; licence: string };

type Payload = {
  iss: string;
  vct: string;
  iat: number;
  exp: number;
  published: string;
  content_since?: string;
  status: { status_list: { idx: number; uri: string } };
  operator: StatedOperator;
  _sd: string[];
  _sd_alg: string;
  documents: { "...": string }[];
  cnf?: { jwk?: unknown };
};

/** What a wallet signs when it shows its statement: to whom, for which question, and when (seconds since 1970). */
export type Shown = { aud: string; nonce: string; iat: number };

/** The content of a saved statement (SD-JWT VC, RFC 9901), without the claims that its holder removed. */
export type SavedStatement = {
  statement: CompactStatement;
  documents: readonly StatedDocument[];
  /** How many documents the holder left out. Nobody sees whether one of them has ended. */
  leftOut: number;
  /** The fields of the operator, and claims that this version does not know. */
  own: readonly StatedOwn[];
  /** The operator's name and licence at that time. */
  operator: StatedOperator;
  kid: string;
  /** Null for a statement that nobody shows: it was saved, or copied. */
  shown: Shown | null;
};

/**
 * Null if none of these keys signed the statement, or if a disclosure or the signature of the wallet that shows it does not
 * belong to it.
 */
export async function readSavedStatement(text: string, keys: readonly PublishedKey[]): Promise<SavedStatement | null> {
  const [token = "", ...disclosures] = text.split("~");
  const verified = await verifiedToken<Payload>(token, "dc+sd-jwt", keys);
  const proof = disclosures.pop();
  const payload = verified?.payload ?? {};
  if (proof === undefined || !verified || !isWhole(payload)) return null;
  const presented = text.slice(0, text.length - proof.length);
  const shown = proof === "" ? null : await shownBy(payload.cnf?.jwk, proof, presented);
  const disclosed = proof === "" || shown ? await disclosedIn(payload, disclosures) : null;
  if (!disclosed) return null;
  const { claims, documents } = disclosed;
  const { idx, uri } = payload.status.status_list;
  const statement = {
    list: Number(uri.split("/").at(-1)),
    place: idx,
    published: payload.published,
    ...(payload.content_since !== undefined && { contentSince: payload.content_since }),
    issued: dayOf(payload.iat * 1000),
    ends: dayOf(payload.exp * 1000),
    kinds: documents.map(({ kind }) => kind).filter(isDocumentKind),
    number: claims.get("passport_number") ?? claims.get("ircc_number") ?? "",
    name: claims.get("name") ?? "",
  };
  const own = [...claims].flatMap(([claim, said]) => (knownClaims.includes(claim) ? [] : [titledIn(claim, said)]));
  const leftOut = payload.documents.length - documents.length;
  return { statement, documents, leftOut, own, operator: payload.operator, kid: verified.key.kid, shown };
}

/** Where digests are found: nowhere but at the two places that a statement has for them. */
const digestMember = /"(?:_sd|\.\.\.)":/;

const hasDigests = (value: unknown): boolean => digestMember.test(JSON.stringify(value));

function isWhole(token: Partial<Payload>): token is Payload {
  const { _sd, documents, ...payload } = token;
  const { iss, vct, exp, published, content_since, status, operator, _sd_alg } = payload;
  const { idx, uri = "" } = status?.status_list ?? {};
  const [, list] = /\/(0|[1-9]\d{0,9})$/.exec(uri) ?? [];
  const inClear = Object.keys(payload).filter((claim) => knownClaims.includes(claim) || /^f\d+$/.test(claim));
  return (
    vct === statementType &&
    _sd_alg === "sha-256" &&
    isTime(exp) &&
    isDay(published) &&
    (content_since === undefined || (isDay(content_since) && content_since > published)) &&
    isPlace(idx) &&
    areTexts([iss, uri, operator?.name, operator?.licence]) &&
    uri === `${iss}/status-lists/${list}` &&
    areTexts(_sd) &&
    Array.isArray(documents) &&
    documents.every((one) => areTexts([one?.["..."]]) && Object.keys(one).length === 1) &&
    inClear.length === 0 &&
    !hasDigests(payload)
  );
}

type Disclosed = { claims: ReadonlyMap<string, string>; documents: readonly StatedDocument[] };

/** Processes disclosures as RFC 9901 (7.1) says. Null if it refuses one. */
async function disclosedIn(payload: Payload, disclosures: readonly string[]): Promise<Disclosed | null> {
  const { _sd } = payload;
  const digests = [..._sd, ...payload.documents.map((one) => one["..."])];
  const left = new Set(digests);
  const names = new Set([...Object.keys(payload), "..."]);
  const claims = new Map<string, string>();
  const documents: StatedDocument[] = [];
  for (const text of disclosures) {
    const digest = toBase64Url(await sha256Of(text));
    const disclosed = jsonIn<unknown[]>(text);
    if (!left.delete(digest) || !Array.isArray(disclosed) || typeof disclosed[0] !== "string") return null;
    const [, first, second] = disclosed;
    if (!_sd.includes(digest)) {
      if (disclosed.length !== 2 || !isDocument(first)) return null;
      documents.push(first);
    } else {
      const isClaim = disclosed.length === 3 && typeof first === "string" && typeof second === "string";
      if (!isClaim || names.has(first)) return null;
      names.add(first);
      claims.set(first, second);
    }
  }
  return new Set(digests).size === digests.length ? { claims, documents } : null;
}

function isDocument(value: unknown): value is StatedDocument {
  const { kind, title = "", original_sha256, page_sha256 } = (value ?? {}) as Partial<StatedDocument>;
  return areTexts([kind, title]) && areTexts(original_sha256) && areTexts(page_sha256) && !hasDigests(value);
}

/** True for a public key on P-256 that a wallet may name as its own. Whether it is a point of the curve shows when it is used. */
export function isBoundKey(value: unknown): value is Required<PublicKey> {
  const { kty, crv, x, y, d }: Record<string, unknown> =
    typeof value === "object" && value !== null ? { ...value } : {};
  const isHalf = (half: unknown) => typeof half === "string" && /^[\w-]{43}$/.test(half);
  return kty === "EC" && crv === "P-256" && isHalf(x) && isHalf(y) && d === undefined;
}

/** Key binding (RFC 9901): the key that the statement names signed exactly what is presented. */
async function shownBy(key: unknown, proof: string, presented: string): Promise<Shown | null> {
  if (!isBoundKey(key)) return null;
  const payload = await payloadSignedBy<Shown & { sd_hash: string }>(proof, "kb+jwt", key);
  const { aud, nonce, iat, sd_hash } = payload ?? {};
  if (sd_hash !== toBase64Url(await sha256Of(presented))) return null;
  return typeof aud === "string" && typeof nonce === "string" && isTime(iat) ? { aud, nonce, iat } : null;
}
