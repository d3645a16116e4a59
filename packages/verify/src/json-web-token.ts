import { fromBase64Url } from "./base64.ts";
import type { PublishedKey } from "./public-keys.ts";
import { textOf } from "./utf8.ts";

type Verified<Payload> = { payload: Partial<Payload>; key: PublishedKey };

const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;

/**
 * Returns the payload of a token of this type if one of the keys signed it (ES256) while it was in use. Null otherwise.
 * Uses WebCrypto, which browsers have as well.
 */
export async function verifiedToken<Payload extends { iat: number }>(
  token: string,
  type: string,
  keys: readonly PublishedKey[],
): Promise<Verified<Payload> | null> {
  const named = jsonIn<{ kid: string }>(token.split(".")[0] ?? "")?.kid;
  const key = keys.find(({ kid }) => kid === named);
  const payload = key?.kty === "EC" ? await payloadSignedBy<Payload>(token, type, key) : null;
  return key && payload && wasInUse(key, payload.iat) ? { payload, key } : null;
}

const daySeconds = 86_400;

/** True if the key was in use at this time, in seconds since 1970. Clocks and time zones may differ by up to a day. */
export const wasInUse = ({ iat, exp = Infinity }: PublishedKey, time: unknown): boolean =>
  isTime(time) && time > iat - 2 * daySeconds && time < exp + daySeconds;

/** How much later, in seconds, the clock of a site may be than that of the reader. */
export const clockTolerance = 300;

/** Returns the payload of a token of this type if this key signed it (ES256). */
export async function payloadSignedBy<Payload>(
  token: string,
  type: string,
  key: PublicKey,
): Promise<Partial<Payload> | null> {
  const [head = "", body = "", signature = "", ...more] = token.split(".");
  const header = jsonIn<{ alg: string; typ: string; crit: unknown }>(head);
  if (more.length > 0 || header?.alg !== "ES256" || header.typ !== type || header.crit !== undefined) return null;
  const signed = new TextEncoder().encode(`${head}.${body}`);
  return (await isSignedBy(key, fromBase64Url(signature), signed)) ? jsonIn<Payload>(body) : null;
}

/** A public key on P-256, as in jwks.json. */
export type PublicKey = { kty?: string; crv?: string; x?: string; y?: string };

type Bytes = Uint8Array<ArrayBuffer>;

/** False also for a key that is no point of the curve. */
export async function isSignedBy({ crv = "", x = "", y = "" }: PublicKey, signature: Bytes, signed: Bytes) {
  const jwk = { kty: "EC", crv, x, y };
  const key = await crypto.subtle.importKey("jwk", jwk, algorithm, false, ["verify"]).catch(() => null);
  return key !== null && crypto.subtle.verify(algorithm, key, signature, signed);
}

/**
 * The members of a payload may have any type: a stolen key signs anything, and so may another program. A reader checks
 * them before it uses them.
 */
export const areTexts = (values: unknown): values is string[] =>
  Array.isArray(values) && values.every((value) => typeof value === "string");

const isWhole = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;

/** A time in seconds since 1970 that a `Date` can have. */
export const isTime = (value: unknown): value is number => isWhole(value) && value < 1e11;

/** A place in a status list. */
export const isPlace = (value: unknown): value is number => isWhole(value) && value < 0x1_0000;

/**
 * Parses JSON that all programs read alike. Throws if a member is there twice, if a text has halves of characters, and for
 * more than 16 levels.
 */
export function parsedAlike(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (textsIn(value, 16) === (text.match(/"[^"\\]*(?:\\.[^"\\]*)*"/g)?.length ?? 0)) return value;
  throw new SyntaxError("not alike");
}

/** How many texts there are, with the names of members: of a member that is there twice, parsers keep one. */
function textsIn(value: unknown, levels: number): number {
  if (typeof value === "string") return /\p{Surrogate}/u.test(value) ? Number.NaN : 1;
  if (typeof value !== "object" || value === null) return 0;
  if (levels === 0) return Number.NaN;
  const parts: readonly unknown[] = Array.isArray(value) ? value : Object.entries(value).flat();
  return parts.reduce<number>((count, part) => count + textsIn(part, levels - 1), 0);
}

/** Parses a JSON object in base64url. The types of its members are not checked, and any member may be missing. */
export function jsonIn<Value>(part: string): Partial<Value> | null {
  try {
    const value = parsedAlike(textOf(fromBase64Url(part)));
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}
