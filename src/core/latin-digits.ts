const bengaliDigits = /[০-৯]/g;
const asLatinDigit = (digit: string) => String(digit.charCodeAt(0) - "০".charCodeAt(0));

export const inLatinDigits = (text: string): string => text.replaceAll(bengaliDigits, asLatinDigit);
