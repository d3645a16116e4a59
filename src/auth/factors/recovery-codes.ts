import { randomInt } from "node:crypto";
import { inLatinDigits } from "#core/latin-digits.ts";

/** Without 0, O, 1, I, L and U, which are easily confused on paper. */
const alphabet = "ABCDEFGHJKMNPQRSTVWXYZ23456789";
const amount = 10;
const length = 12;

/** Nearly 59 bits each, in groups that are easy to copy. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: amount }, () =>
    inGroups(Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("")),
  );

const inGroups = (code: string) => code.match(/.{4}/g)?.join("-") ?? "";

/** The code as it was shown, no matter how it was typed: small letters, spaces, missing hyphens, Bangla digits. */
export function codeAsShown(typed: string): string {
  const bare = inLatinDigits(typed.normalize("NFKC").toUpperCase()).replaceAll(/[^A-Z\d]/g, "");
  return bare.length === length ? inGroups(bare) : bare;
}
