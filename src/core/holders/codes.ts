import { inLatinDigits } from "../latin-digits.ts";
import { visible } from "../records/numbers.ts";

/** Letters and digits that do not look alike. */
export const clearAlphabet = "23456789ABCDEFGHJKMNPQRSTVWXYZ";

/** The number of characters in a code, and the size of the groups in which it is printed. */
export type CodeShape = { length: number; group: number };

/** The code on the card that opens the holder's page. */
export const linkCode: CodeShape = { length: 16, group: 4 };
/** The code that a holder gives to somebody, together with the first name. */
export const shareCode: CodeShape = { length: 9, group: 3 };

/** Parses a typed code in any case, spacing and digits. Null if the text cannot be a code. */
export function parseCode(typed: string, { length }: CodeShape): string | null {
  const code = inLatinDigits(visible(typed))
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}]/gu, "");
  return code.length === length && [...code].every((sign) => clearAlphabet.includes(sign)) ? code : null;
}

/** Returns the code in groups, as it is printed. */
export const printedCode = (code: string, { group }: CodeShape = linkCode): string =>
  (code.match(new RegExp(`.{1,${group}}`, "g")) ?? []).join("-");
