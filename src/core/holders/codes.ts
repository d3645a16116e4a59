/** Letters and digits that do not look alike. */
export const clearAlphabet = "23456789ABCDEFGHJKMNPQRSTVWXYZ";

export const linkCodeLength = 16;

/** A code as somebody typed it, in any case and however it is spaced; null if it cannot be one. */
export function parseLinkCode(typed: string): string | null {
  const code = typed.normalize("NFKC").toUpperCase().replaceAll(/[\s-]/g, "");
  return code.length === linkCodeLength && [...code].every((sign) => clearAlphabet.includes(sign)) ? code : null;
}

/** In groups of four, as it is printed. */
export const printedCode = (code: string): string => (code.match(/.{1,4}/g) ?? []).join("-");
