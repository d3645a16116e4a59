/** The zeros of the digits that people type: Bangla, Devanagari, Arabic, and those of Urdu and Persian. */
const zeros = ["০", "०", "٠", "۰"].map((zero) => zero.charCodeAt(0));
const otherDigits = /[০-৯०-९٠-٩۰-۹]/g;

const asLatinDigit = (digit: string) => {
  const code = digit.charCodeAt(0);
  return String(code - (zeros.find((zero) => zero <= code && code < zero + 10) ?? code));
};

export const inLatinDigits = (text: string): string => text.replaceAll(otherDigits, asLatinDigit);
