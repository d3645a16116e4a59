import { wordlist } from "@scure/bip39/wordlists/english.js";

/** Each word of the list represents 11 bits. */
const bits = 11;
const words = 6;

/** Returns the beginning of a key's thumbprint (`kid`), 66 bits, as words that people can read out and compare. */
export function keyWords(kid: string): string {
  const digits = [...Buffer.from(kid, "base64url")].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const places = Array.from({ length: words }, (_, at) => Number.parseInt(digits.slice(at * bits, (at + 1) * bits), 2));
  return places.map((place) => wordlist[place] ?? "").join(" ");
}
