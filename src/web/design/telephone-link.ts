import { inLatinDigits } from "#core/latin-digits.ts";

/** What a telephone dials, or null where no digit is written. */
export function telephoneLink(written: string): string | null {
  const dialled = inLatinDigits(written.normalize("NFKC")).replaceAll(/[^+\d]/g, "");
  return /\d/.test(dialled) ? `tel:${dialled}` : null;
}
