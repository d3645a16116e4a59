/** Spaces of every kind, hyphens and the dashes that phones put in their place. */
const separators = /[\s\p{Pd}\u00AD\u200B-\u200D\u2060]/gu;

const bengaliDigits = /[০-৯]/g;
const asLatinDigit = (digit: string) => String(digit.charCodeAt(0) - "০".charCodeAt(0));

/**
 * The one spelling under which a passport or IRCC number is kept and found, or null if it cannot be a number.
 * Letters of other scripts that merely look Latin are refused, never guessed.
 */
export function canonicalNumber(typed: string): string | null {
  // As most are typed, and as all are kept.
  if (/^[A-Z0-9]{4,20}$/.test(typed)) return typed;
  if (typed.length > 100) return null;
  const plain = typed.normalize("NFKC").replaceAll(separators, "").replaceAll(bengaliDigits, asLatinDigit);
  return /^[A-Za-z0-9]{4,20}$/.test(plain) ? plain.toUpperCase() : null;
}

export type NumberKind = "passport" | "ircc";
