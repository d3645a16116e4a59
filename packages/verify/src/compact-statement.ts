import { fromBase64Url, toBase64Url } from "./base64.ts";
import { inHex } from "./in-hex.ts";
import { type DocumentKind, documentBit, documentKinds, kindsMask } from "./document-kinds.ts";
import { sha256Of } from "./sha256.ts";
import { isSignedBy, type PublicKey } from "./json-web-token.ts";
import { textOf } from "./utf8.ts";

/** The content of a slip's QR code: one published record in a few bytes, signed with the site key. */
export type CompactStatement = {
  /** The bit of the statement in the status lists. */
  list: number;
  place: number;
  /**
   * Days as YYYY-MM-DD: the publication of the record, the signing of the statement, and the last day on which it counts.
   */
  published: string;
  /** The day since which the content is as it is. Set only if it is later than `published`. */
  contentSince?: string;
  issued: string;
  ends: string;
  kinds: readonly DocumentKind[];
  /** Papers that the operator added: how many, and as many of their titles as the code has room for. Set only if there are any. */
  ownPapers?: OwnPapers;
  number: string;
  /** The whole name, or as much of its beginning as the code has room for. */
  name: string;
  /** Set only if the name is cut: the SHA-256 of the whole name, in hex. */
  nameSha256?: string;
};

type OwnPapers = { count: number; titles: readonly string[] };

export type SignedCompactStatement = {
  statement: CompactStatement;
  /** The first bytes of the key's thumbprint. */
  keyHint: Bytes;
  /** The bytes that the signature covers. */
  signedBytes: Bytes;
  signature: Bytes;
};

type Bytes = Uint8Array<ArrayBuffer>;

/*
 * Layout (field, bytes):
 *
 * version 1 · key hint 4 · list 4 · place 2 · published 2 · issued 2 · ends 2 · kinds 2 · length of number 1 · number ·
 * script 1 · name · signature 64
 *
 * Numbers are big-endian. Days are counted from 2020-01-01. Kinds are the bits of `documentBit`. Versions 2 and 4 have a cut
 * name, and the 32 bytes of `nameSha256` before its script. Versions 3 and 4 have after the kinds: content since 2 (0 for none) ·
 * number of own papers 1 · length of their titles 1 · titles, in UTF-8, with a newline between two.
 */
const version = { whole: 1, cut: 2, more: 2 };
const hintLength = 4;
const hashLength = 32;
const signatureLength = 64;
const firstDay = Date.UTC(2020, 0, 1);
export const dayMs = 86_400_000;

/** A prefix for domain separation: the signature fits nothing else that the same key signs. */
const purpose = new TextEncoder().encode("attestry compact statement\0");

/** The longest link, in characters. A longer code is hard to read from a folded print. */
const maxLinkLength = 400;

/** Returns the statement with its name cut if the link would be too long. */
export async function withRoomFor(publicUrl: string, statement: CompactStatement): Promise<CompactStatement> {
  const letters = maxLinkLength - checkLink(publicUrl, "").length;
  const room = Math.floor((letters * 3) / 4) - signatureLength;
  const fits = (one: CompactStatement) => bodyOf(one, new Uint8Array(hintLength)).length <= room;
  const { name, ownPapers } = statement;
  // A name counts for more than the titles of papers.
  const tries = (ownPapers?.titles ?? []).map((_, at, titles) =>
    withTitles(statement, titles.slice(0, titles.length - at)),
  );
  const [first, last] = [tries.find(fits), withTitles(statement, [])];
  if (first ?? fits(last)) return first ?? last;
  const cut = { ...last, nameSha256: inHex(await sha256Of(name)) };
  // Cuts only between whole letters: a letter without its combining marks would be another letter.
  const ends = Array.from(new Intl.Segmenter().segment(name), ({ index }) => index);
  return ends.map((end) => ({ ...cut, name: name.slice(0, end).trimEnd() })).findLast(fits) ?? { ...cut, name: "" };
}

const withTitles = ({ ownPapers, ...statement }: CompactStatement, titles: readonly string[]): CompactStatement =>
  ownPapers ? { ...statement, ownPapers: { ...ownPapers, titles } } : statement;

/** Returns the statement with the bytes that precede its signature. The key signs exactly these bytes. */
export async function bytesToSign(statement: CompactStatement, key: PublicKey): Promise<Bytes> {
  return joined(purpose, bodyOf(statement, (await keyThumbprint(key)).subarray(0, hintLength)));
}

/** Returns the text for the fragment of the link. */
export const compactText = (signedBytes: Bytes, signature: Bytes): string =>
  toBase64Url(joined(signedBytes.subarray(purpose.length), signature));

/** Returns the link of the QR code. Browsers send the part after the # to no server. */
export const checkLink = (publicUrl: string, text: string): string => new URL(`/check#${text}`, publicUrl).href;

/**
 * Finds such a link, or the one of a receipt, in a PDF. The file has it unencrypted in its metadata, so nothing has to be
 * decompressed or run to find it.
 */
export const checkLinkInPdf = (file: Bytes): string | null =>
  /https?:\/\/[\w.:[\]-]{1,255}\/check#[\w.~-]{1,8000}/.exec(new TextDecoder("latin1").decode(file))?.[0] ?? null;

/** Parses the text of a link. Null if it is not a statement. Does not verify the signature. */
export function readCompactText(text: string): SignedCompactStatement | null {
  const bytes = fromBase64Url(/^[\w-]{100,2000}$/.test(text) ? text : "");
  if (bytes.length <= signatureLength) return null;
  const body = bytes.subarray(0, -signatureLength);
  const statement = statementIn(body);
  if (statement === null) return null;
  const keyHint = body.slice(1, 1 + hintLength);
  return { statement, keyHint, signedBytes: joined(purpose, body), signature: bytes.slice(-signatureLength) };
}

/** Returns the key that signed the statement. Null if none of these keys did. */
export async function signerOf<Key extends PublicKey>(
  { keyHint, signedBytes, signature }: SignedCompactStatement,
  keys: readonly Key[],
): Promise<Key | null> {
  for (const key of keys) {
    if (!areEqual((await keyThumbprint(key)).subarray(0, hintLength), keyHint)) continue;
    if (await isSignedBy(key, signature, signedBytes)) return key;
  }
  return null;
}

/** Returns the SHA-256 thumbprint of a key (RFC 7638). People can compare keys by it as well. */
export async function keyThumbprint({ x, y }: PublicKey): Promise<Bytes> {
  return sha256Of(JSON.stringify({ crv: "P-256", kty: "EC", x, y }));
}

function bodyOf(statement: CompactStatement, keyHint: Bytes): Bytes {
  const { list, place, published, issued, ends, kinds, number, name, nameSha256 } = statement;
  const days = [published, issued, ends].map(daysTo);
  const numberBytes = new TextEncoder().encode(number);
  const more = moreBytes(statement);
  const form = nameSha256 === undefined ? version.whole : version.cut;
  return joined(
    Uint8Array.of(more.length > 0 ? form + version.more : form),
    keyHint,
    words(list >>> 16, list & 0xffff, place, ...days, kindsMask(kinds)),
    more,
    Uint8Array.of(numberBytes.length),
    numberBytes,
    nameSha256 === undefined ? new Uint8Array() : Uint8Array.fromHex(nameSha256),
    nameBytes(name),
  );
}

const daysTo = (day: string): number => (Date.parse(day) - firstDay) / dayMs;

const words = (...values: readonly number[]): Bytes =>
  Uint8Array.from(values.flatMap((value) => [value >> 8, value & 0xff]));

/** What only versions 3 and 4 have. Empty where there is nothing of it to say. */
function moreBytes({ contentSince, ownPapers = { count: 0, titles: [] } }: CompactStatement): Bytes {
  if (contentSince === undefined && ownPapers.count === 0) return new Uint8Array();
  const titles = new TextEncoder().encode(ownPapers.titles.join("\n"));
  const since = words(contentSince === undefined ? 0 : daysTo(contentSince));
  return joined(since, Uint8Array.of(ownPapers.count, titles.length), titles);
}

const moreAt = 1 + hintLength + 14;

/** A passport number, or a second number, in which an operator can allow these signs. */
const numberText = /^(?=(?:[/.\- ]*[A-Z0-9]){3})[A-Z0-9][A-Z0-9/.\- ]{1,38}[A-Z0-9]$/;

function statementIn(body: Bytes): CompactStatement | null {
  const [form = 0] = body;
  if (form === 0 || form > version.cut + version.more) return null;
  const [hasMore, isCut] = [form > version.cut, form % 2 === 0];
  const numberAt = hasMore ? moreAt + 4 + (body[moreAt + 3] ?? 0) : moreAt;
  const end = numberAt + 1 + (body[numberAt] ?? 0);
  const nameAt = isCut ? end + hashLength : end;
  if (body.length <= nameAt) return null;
  const word = (at: number) => ((body[at] ?? 0) << 8) | (body[at + 1] ?? 0);
  const day = (at: number) => new Date(firstDay + word(at) * dayMs).toISOString().slice(0, 10);
  const number = String.fromCharCode(...body.subarray(numberAt + 1, end));
  const name = nameIn(body.subarray(nameAt));
  if (name === null || !numberText.test(number)) return null;
  const kinds = documentKinds.filter((kind) => (word(17) & documentBit(kind)) !== 0);
  const list = word(5) * 0x1_0000 + word(7);
  const titles = hasMore ? utf8In(body.subarray(moreAt + 4, numberAt)) : "";
  if (titles === null) return null;
  const ownPapers = { count: body[moreAt + 2] ?? 0, titles: titles === "" ? [] : titles.split("\n") };
  const isRight =
    word(moreAt) + ownPapers.count > 0 && ownPapers.titles.length <= ownPapers.count && !ownPapers.titles.includes("");
  if (hasMore && (!isRight || (word(moreAt) > 0 && word(moreAt) <= word(11)))) return null;
  const more = {
    ...(hasMore && word(moreAt) > 0 && { contentSince: day(moreAt) }),
    ...(hasMore && ownPapers.count > 0 && { ownPapers }),
  };
  const said = {
    list,
    place: word(9),
    published: day(11),
    issued: day(13),
    ends: day(15),
    kinds,
    number,
    name,
    ...more,
  };
  return isCut ? { ...said, nameSha256: inHex(body.subarray(end, nameAt)) } : said;
}

/**
 * Encodes a name. In UTF-8, a Bangla letter takes three bytes. A name that has only ASCII and letters of one script takes
 * one byte a letter instead. Then the first byte tells which 128 letters the bytes from 0x80 represent. A first byte of 0
 * means UTF-8.
 */
function nameBytes(name: string): Bytes {
  const points = Array.from(name, (letter) => letter.codePointAt(0) ?? 0);
  const [script = 0, ...others] = new Set(points.map((point) => point >> 7).filter((block) => block > 0));
  if (others.length > 0 || script === 0 || script > 0xff)
    return joined(Uint8Array.of(0), new TextEncoder().encode(name));
  return Uint8Array.from([script, ...points.map((point) => (point < 0x80 ? point : 0x80 | (point & 0x7f)))]);
}

function nameIn([script = 0, ...rest]: Bytes): string | null {
  if (script !== 0)
    return String.fromCodePoint(...rest.map((byte) => (byte < 0x80 ? byte : (script << 7) | (byte & 0x7f))));
  return utf8In(Uint8Array.from(rest));
}

function utf8In(bytes: Bytes): string | null {
  try {
    return textOf(bytes);
  } catch {
    return null;
  }
}

function joined(...parts: readonly Bytes[]): Bytes {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

const areEqual = (a: Bytes, b: Bytes) => a.length === b.length && a.every((byte, at) => byte === b[at]);
