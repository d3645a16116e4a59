import { toBase64Url } from "./base64.ts";
import type { DocumentKind } from "./document-kinds.ts";
import { sha256Of } from "./sha256.ts";
import type { CompactStatement } from "./compact-statement.ts";
import { jsonIn, verifiedToken } from "./json-web-token.ts";
import type { PublishedKey } from "./public-keys.ts";

/** The `vct` of a statement. It defines which claims a statement has and what they mean. */
export const statementType = "urn:attestry:publication:1";

/** A document in a statement. Hashes are SHA-256 in hexadecimal digits. */
export type StatedDocument = {
  kind: DocumentKind;
  pages: number;
  /** The hashes of the uploaded files. */
  original_sha256: readonly string[];
  /** The hash of each page as visitors see it. */
  page_sha256: readonly string[];
  last_day?: string;
};

/** The claims that the holder of a statement can disclose or leave out, one by one. */
export type StatedClaims = { name: string; passport_number: string; ircc_number?: string; nationality: string };

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
};

/** The content of a saved statement (SD-JWT VC, RFC 9901), without the claims that its holder removed. */
export type SavedStatement = {
  statement: CompactStatement;
  documents: readonly StatedDocument[];
  /** The operator's name and licence at that time. */
  operator: StatedOperator | undefined;
  kid: string;
};

/** Null if none of these keys signed the statement, or if a disclosure does not belong to it. */
export async function readSavedStatement(text: string, keys: readonly PublishedKey[]): Promise<SavedStatement | null> {
  const [token = "", ...disclosures] = text.split("~");
  const verified = await verifiedToken<Payload>(token, "dc+sd-jwt", keys);
  // The part after the last disclosure is empty, or a proof of who holds the statement. Our statements have no such proof.
  if (!verified || disclosures.pop() !== "" || verified.payload.vct !== statementType) return null;
  const { iat = 0, exp = 0, published = "", status, operator, _sd = [], documents = [] } = verified.payload;
  const digests = new Set([..._sd, ...documents.map((one) => one["..."])]);
  const claims: Partial<StatedClaims> = {};
  const stated: StatedDocument[] = [];
  for (const disclosure of disclosures) {
    const disclosed = jsonIn<unknown[]>(disclosure);
    if (!Array.isArray(disclosed) || !digests.delete(toBase64Url(await sha256Of(disclosure)))) return null;
    const [, first, second] = disclosed;
    if (disclosed.length === 3) Object.assign(claims, { [String(first)]: second });
    else stated.push(first as StatedDocument);
  }
  const { idx: place = 0, uri = "" } = status?.status_list ?? {};
  const statement = {
    list: Number(/\/status-lists\/(\d{1,10})$/.exec(uri)?.[1] ?? -1),
    place,
    published,
    issued: dayOf(iat),
    ends: dayOf(exp),
    kinds: stated.map(({ kind }): DocumentKind => kind),
    number: claims.passport_number ?? claims.ircc_number ?? "",
    name: claims.name ?? "",
  };
  return { statement, documents: stated, operator, kid: verified.kid };
}

const dayOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);
