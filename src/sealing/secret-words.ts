import { wordlist } from "@scure/bip39/wordlists/english.js";

/** Each word of the list represents 11 bits. */
const bits = 11;
const checkWords = 3;
const size = 2 ** bits - 1;

/** The longest secret that one set of check words covers. */
export const maxSecretBytes = Math.floor(((size - checkWords) * bits) / 8) - 1;

/**
 * Returns a secret as words that people can copy: the text, and three check words that reveal mistakes (Reed-Solomon over
 * words). One wrong word is found and corrected. Two are always detected. More are detected in all but one of 8,589,934,592
 * cases.
 */
export function secretAsWords(text: string): string[] {
  const packed = packedText(text);
  const data = Array.from({ length: packed.length / bits }, (_, at) =>
    Number.parseInt(packed.slice(at * bits, (at + 1) * bits), 2),
  );
  return [...data, ...checksOf(data)].map(wordAt);
}

export type ReadWords = { text: string } | { wrong: readonly number[]; right?: string };

/**
 * Returns the text, or the positions of the wrong words, counted from 1. Names none if nobody can tell which are wrong.
 * `right` is the correct word if exactly one is wrong.
 */
export function secretFromWords(words: readonly string[]): ReadWords {
  const values = words.map((word) => wordlist.indexOf(word));
  const unknown = values.flatMap((value, at) => (value === -1 ? [at] : []));
  if (unknown.length > 1 || values.length <= checkWords) return { wrong: unknown.map((at) => at + 1) };
  const mended = values.map((value) => Math.max(0, value));
  const mistake = singleMistake(mended) ?? (unknown[0] === undefined ? null : { at: unknown[0], by: 0 });
  if (mistake === null) return unpackedText(mended.slice(0, -checkWords)) ?? { wrong: [] };
  const isKnown = mistake.at < values.length && mistake.at === (unknown[0] ?? mistake.at);
  if (!isKnown) return { wrong: unknown.map((at) => at + 1) };
  return { wrong: [mistake.at + 1], right: wordAt((mended[mistake.at] ?? 0) ^ mistake.by) };
}

/** The words in a text that somebody copied from a card. A card numbers them, and the numbers may be copied, too. */
export const wordsIn = (text: string): string[] => text.toLowerCase().match(/\p{L}+/gu) ?? [];

/** Names each wrong word with its number, and what it must be if that is known: "7: abandn → abandon". */
export const misreadWords = (
  { wrong, right }: Exclude<ReadWords, { text: string }>,
  words: readonly string[],
): string[] => wrong.map((place) => `${place}: ${words[place - 1]}${right === undefined ? "" : ` → ${right}`}`);

const wordAt = (value: number) => wordlist[value] ?? "";

/**
 * Packs a text as bits. Secrets that we generate are base64url, which packs shorter. The first bit tells whether the text
 * is base64url, and a last 1 ends it.
 */
function packedText(text: string): string {
  const bytes = Buffer.from(text, "base64url");
  const isBase64 = bytes.toString("base64url") === text;
  const packed = `${isBase64 ? "1" : "0"}${asBits(isBase64 ? bytes : Buffer.from(text))}1`;
  return packed.padEnd(Math.ceil(packed.length / bits) * bits, "0");
}

const asBits = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");

function unpackedText(data: readonly number[]): { text: string } | null {
  const packed = data.map((value) => value.toString(2).padStart(bits, "0")).join("");
  const [, kind, content] = /^(.)((?:.{8})+)10*$/.exec(packed) ?? [];
  if (content === undefined) return null;
  const bytes = Buffer.from(content.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
  return { text: bytes.toString(kind === "1" ? "base64url" : "utf8") };
}

/** Powers of x modulo x^11 + x^2 + 1, which is primitive, and their logarithms. */
const powers = [1];
while (powers.length < size) {
  const next = (powers.at(-1) ?? 0) << 1;
  powers.push(next > size ? next ^ 0b1000_0000_0101 : next);
}
const logs = new Map(powers.map((power, at) => [power, at]));

const power = (exponent: number) => powers[exponent % size] ?? 0;
const log = (value: number) => logs.get(value) ?? 0;
const times = (a: number, b: number) => (a === 0 || b === 0 ? 0 : power(log(a) + log(b)));

/** (x - 1)(x - α)(x - α²), without its highest coefficient. */
const generator = [0, 1, 2]
  .reduce(
    (product, exponent) => [...product, 0].map((value, at) => value ^ times(product[at - 1] ?? 0, power(exponent))),
    [1],
  )
  .slice(1);

/** Returns the check words: the remainder of the data, as a polynomial, divided by the generator. */
function checksOf(data: readonly number[]): number[] {
  let rest = generator.map(() => 0);
  for (const value of data) {
    const factor = value ^ (rest[0] ?? 0);
    rest = generator.map((coefficient, at) => (rest[at + 1] ?? 0) ^ times(coefficient, factor));
  }
  return rest;
}

/** Finds a single wrong word. Null if nothing is wrong. If more than one word is wrong, `at` is beyond all words. */
function singleMistake(values: readonly number[]): { at: number; by: number } | null {
  const [a = 0, b = 0, c = 0] = generator.map((_, root) =>
    values.reduce((sum, value) => times(sum, power(root)) ^ value, 0),
  );
  if (a === 0 && b === 0 && c === 0) return null;
  const several = { at: values.length, by: 0 };
  if (b === 0 || times(b, b) !== times(a, c)) return several;
  const at = values.length - 1 - ((log(b) - log(a) + size) % size);
  return at < 0 ? several : { at, by: a };
}
