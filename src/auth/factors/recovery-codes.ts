import { randomInt } from "node:crypto";
import { z } from "zod";

/** No 0, O, 1, I, L or U, which are mistaken for each other on paper. */
const alphabet = "ABCDEFGHJKMNPQRSTVWXYZ23456789";
const amount = 10;
const length = 12;

/** Nearly 59 bits each, in groups that are easily copied. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: amount }, () =>
    inGroups(Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("")),
  );

const list = z.array(z.string());

export const readRecoveryCodes = (json: string): string[] => list.parse(JSON.parse(json));

const inGroups = (code: string) => code.match(/.{4}/g)?.join("-") ?? "";

/**
 * A code of the app or of the paper as it is shown there, however it was typed: in small letters, with spaces, with or
 * without hyphens, with Bangla digits.
 */
export function codeAsShown(typed: string): string {
  const bare = typed
    .normalize("NFKC")
    .toUpperCase()
    .replaceAll(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - "০".charCodeAt(0)))
    .replaceAll(/[^A-Z\d]/g, "");
  return bare.length === length ? inGroups(bare) : bare;
}
