/** Letters and digits that do not look alike. */
export const clearAlphabet = "23456789ABCDEFGHJKMNPQRSTVWXYZ";

/** How many signs a code has, and in groups of how many it is printed. */
export type CodeShape = { length: number; group: number };

/** Stands on the card that opens the holder's page. */
export const linkCode: CodeShape = { length: 16, group: 4 };
/** Is given to somebody by the holder, with the first name. */
export const shareCode: CodeShape = { length: 9, group: 3 };

/** A code as somebody typed it, in any case and however it is spaced; null if it cannot be one. */
export function parseCode(typed: string, { length }: CodeShape): string | null {
  const code = typed.normalize("NFKC").toUpperCase().replaceAll(/[\s-]/g, "");
  return code.length === length && [...code].every((sign) => clearAlphabet.includes(sign)) ? code : null;
}

/** In groups, as it is printed. */
export const printedCode = (code: string, { group }: CodeShape = linkCode): string =>
  (code.match(new RegExp(`.{1,${group}}`, "g")) ?? []).join("-");
