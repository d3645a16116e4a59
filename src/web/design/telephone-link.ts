import { inLatinDigits } from "#core/latin-digits.ts";

/** Returns a `tel:` link, or null if the text contains no digit. */
export function telephoneLink(written: string): string | null {
  const dialled = inLatinDigits(written.normalize("NFKC")).replaceAll(/[^+\d]/g, "");
  return /\d/.test(dialled) ? `tel:${dialled}` : null;
}
