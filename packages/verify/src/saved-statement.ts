import { toBase64Url } from "./base64.ts";
import { isDay } from "./ended-papers.ts";
import { isDocumentKind } from "./document-kinds.ts";
import { sha256Of } from "./sha256.ts";
import type { CompactStatement } from "./compact-statement.ts";
import { areTexts, isBoundKey, isTime, jsonIn, payloadSignedBy, verifiedToken } from "./json-web-token.ts";
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

const isOwnClaim = (claim: string) => ![...knownClaims, "_sd", "..."].includes(claim);

function titledIn(claim: string, text: string): StatedOwn {
  const end = text.indexOf("\n");
  return end < 0 ? { title: claim, value: text } : { title: text.slice(0, end), value: text.slice(end + 1) };
}

export type StatedOperator = { name: string; licence: string };

type Payload = {
  vct: string;
  iat: number;
  exp: number;
  published: string;
  status: { status_list: { idx: number; uri: string } };
  operator: StatedOperator;
  _sd: string[];
  documents: { "..."?: string }[];
  cnf: { jwk?: unknown };
};

/** What a wallet signs when it shows its statement: to whom, for which question, and when (seconds since 1970). */
export type Shown = { aud: string; nonce: string; iat: number };

/** The content of a saved statement (SD-JWT VC, RFC 9901), without the claims that its holder removed. */
export type SavedStatement = {
  statement: CompactStatement;
  documents: readonly StatedDocument[];
  /** The fields of the operator, and claims that this version does not know. */
  own: readonly StatedOwn[];
  /** The operator's name and licence at that time. */
  operator: StatedOperator | undefined;
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
  if (proof === undefined || verified?.payload.vct !== statementType) return null;
  const presented = text.slice(0, text.length - proof.length);
  const shown = proof === "" ? null : await shownBy(verified.payload.cnf?.jwk, proof, presented);
  if (proof !== "" && !shown) return null;
  const { iat, exp, published = "", status, operator, _sd = [], documents } = verified.payload;
  const { idx = 0, uri = "" } = status?.status_list ?? {};
  if (!isTime(iat) || !isTime(exp) || !Number.isInteger(idx)) return null;
  if (!areTexts([published, uri]) || !areTexts(_sd)) return null;
  const listed: ({ "..."?: string } | null)[] = Array.isArray(documents) ? documents : [];
  const digests = new Set([..._sd, ...listed.map((one) => one?.["..."])]);
  const claims = new Map<string, string>();
  const stated: StatedDocument[] = [];
  for (const disclosure of disclosures) {
    const disclosed = jsonIn<unknown[]>(disclosure);
    if (!Array.isArray(disclosed) || !digests.delete(toBase64Url(await sha256Of(disclosure)))) return null;
    const [, first, second] = disclosed;
    if (disclosed.length === 3 && areTexts([first, second])) claims.set(String(first), String(second));
    else if (disclosed.length === 2 && isDocument(first)) stated.push(first);
    else return null;
  }
  const statement = {
    list: Number(/\/status-lists\/(\d{1,10})$/.exec(uri)?.[1] ?? -1),
    place: idx,
    published,
    issued: dayOf(iat),
    ends: dayOf(exp),
    kinds: stated.map(({ kind }) => kind).filter(isDocumentKind),
    number: claims.get("passport_number") ?? claims.get("ircc_number") ?? "",
    name: claims.get("name") ?? "",
  };
  const own = [...claims].flatMap(([claim, said]) => (isOwnClaim(claim) ? [titledIn(claim, said)] : []));
  const isNamed = areTexts([operator?.name, operator?.licence]);
  const { kid } = verified.key;
  return { statement, documents: stated, own, operator: isNamed ? operator : undefined, kid, shown };
}

function isDocument(value: unknown): value is StatedDocument {
  const { kind, title = "", original_sha256, page_sha256 } = (value ?? {}) as Partial<StatedDocument>;
  return areTexts([kind, title]) && areTexts(original_sha256) && areTexts(page_sha256);
}

/** Key binding (RFC 9901): the key that the statement names signed exactly what is presented. */
async function shownBy(key: unknown, proof: string, presented: string): Promise<Shown | null> {
  if (!isBoundKey(key)) return null;
  const payload = await payloadSignedBy<Shown & { sd_hash: string }>(proof, "kb+jwt", key).catch(() => null);
  const { aud, nonce, iat, sd_hash } = payload ?? {};
  if (sd_hash !== toBase64Url(await sha256Of(presented))) return null;
  return typeof aud === "string" && typeof nonce === "string" && isTime(iat) ? { aud, nonce, iat } : null;
}

const dayOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);
