/** Decimal digits, except ours and those of the three blocks in which a zero has another place. */
const otherDigits = /(?![0-9\u{116D0}-\u{116E3}\u{1D7CE}-\u{1D7FF}\u{1E5F0}-\u{1E5FA}])\p{Nd}/gu;

const isDigit = (point: number) => /\p{Nd}/u.test(String.fromCodePoint(point));

/** The zero of a script is at the beginning or at the seventh place of a row of sixteen. */
function asLatinDigit(digit: string): string {
  const point = digit.codePointAt(0) ?? 0;
  const row = point - (point % 16);
  return String(point - (isDigit(row) ? row : row + 6));
}

export const inLatinDigits = (text: string): string => text.replaceAll(otherDigits, asLatinDigit);
