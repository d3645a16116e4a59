import { hash, randomBytes } from "node:crypto";
import { statementType, titledText } from "#verify/saved-statement.ts";
import type { StatementContent } from "#core/proofs/statement.ts";
import type { Sign } from "./signing-keys.ts";

const inBase64Url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Returns the `header.payload` of a token, for the site key to sign. */
export const unsignedToken = (kid: string, typ: string, payload: object, more: object = {}): string =>
  `${inBase64Url({ alg: "ES256", typ, kid, ...more })}.${inBase64Url(payload)}`;

export const signedToken = (sign: Sign, input: string): string =>
  `${input}.${sign(Buffer.from(input)).toString("base64url")}`;

/**
 * Derives a value that is different for each use and always the same for one use. This hash cannot be extended without the
 * seed.
 */
const derived = ({ seed }: Pick<StatementContent, "seed">, use: string): Buffer =>
  hash("sha512-256", `${seed} ${use}`, "buffer");

/** A claim that the holder may leave out (RFC 9901): its text, and the digest that is in the payload instead. */
const disclosed = (content: StatementContent, use: string, claim: readonly unknown[]) =>
  withDigest([derived(content, `salt ${use}`).toString("base64url", 0, 16), ...claim]);

function withDigest(disclosure: readonly unknown[]) {
  const text = inBase64Url(disclosure);
  return { text, digest: hash("sha256", text, "base64url") };
}

/** Hides a value behind a digest. Only the disclosure, which nobody stores, tells the value. */
export const newDisclosure = (value: unknown): { text: string; digest: string } =>
  withDigest([randomBytes(16).toString("base64url"), value]);

export const statusListAddress = (issuer: string, list: number): string => `${issuer}/status-lists/${list}`;

type Unsigned = { signingInput: string; disclosures: readonly string[] };

/**
 * Returns an SD-JWT VC without its signature. The public log contains a hash of its bytes, so they never change for the
 * same content.
 */
export function unsignedStatement(content: StatementContent, more: object = {}): Unsigned {
  const { issuer, kid, issued, ends, operator, published, content_since, list, place } = content;
  const own = (content.own ?? []).map(({ id, title, value }) => [id, titledText({ title, value })] as const);
  const claims = [...Object.entries(content.claims), ...own].map((claim) => disclosed(content, claim[0], claim));
  const documents = content.documents.map((document) => disclosed(content, `document ${document.kind}`, [document]));
  const payload = {
    iss: issuer,
    iat: issued,
    exp: ends,
    vct: statementType,
    status: { status_list: { idx: place, uri: statusListAddress(issuer, list) } },
    operator,
    published,
    ...(content_since !== undefined && { content_since }),
    // Sorted, so that the order reveals nothing.
    _sd: claims.map(({ digest }) => digest).toSorted(),
    documents: documents.map(({ digest }) => ({ "...": digest })),
    _sd_alg: "sha-256",
    ...more,
  };
  return {
    signingInput: unsignedToken(kid, "dc+sd-jwt", payload),
    disclosures: [...claims, ...documents].map(({ text }) => text),
  };
}

/**
 * Returns a statement's entry in the public log. Its commitment is SHA-256(nonce ‖ SHA-256(header.payload)). Both entries
 * of a statement have the same: whoever can find its publication can find its withdrawal, and nobody else.
 */
export function leafOf(content: StatementContent, kind: "published" | "withdrawn") {
  const nonce = derived(content, "leaf");
  const statement = hash("sha256", unsignedStatement(content).signingInput, "buffer");
  return { nonce, entry: { kind, commitment: hash("sha256", Buffer.concat([nonce, statement]), "buffer") } };
}

/** The number of statements that share a status list. */
export const placesInList = 0x1_0000;

/** Returns the place of the statement number `at` in a list. Only the seed reveals this order. */
export const placeInList = (seed: Uint8Array, at: number): number => orderOfPlaces(seed)(at);

type ListedLeaf = { block: number; place: number; published_leaf: number };

/** Returns whether a statement is in the place that the seed of its list gives to its leaf. */
export function placesWithSeed(seed: Uint8Array): (listed: ListedLeaf) => boolean {
  const order = orderOfPlaces(seed);
  return ({ block, place, published_leaf }) =>
    Math.floor(published_leaf / placesInList) === block && order(published_leaf % placesInList) === place;
}

/** For many places of one list. Uses four rounds of a Feistel network over 16 bits. */
function orderOfPlaces(seed: Uint8Array): (at: number) => number {
  const mixed = new Map<number, number>();
  const mix = (round: number, right: number) => {
    const known = mixed.get((round << 8) | right);
    if (known !== undefined) return known;
    const [byte = 0] = hash("sha512-256", Uint8Array.of(...seed, round, right), "buffer");
    mixed.set((round << 8) | right, byte);
    return byte;
  };
  return (at) => {
    let [left, right] = [at >> 8, at & 0xff];
    for (let round = 0; round < 4; round += 1) [left, right] = [right, left ^ mix(round, right)];
    return (left << 8) | right;
  };
}
