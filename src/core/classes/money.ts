/** Of a code that is none, Intl throws. */
export const isCurrency = (code: string): boolean => Intl.supportedValuesOf("currency").includes(code);

/** How many digits the smallest unit of a currency takes: 2 for paisa and cents, none for yen. */
const digitsOf = (currency: string): number =>
  new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;

const plainNumber = /^(\d{1,15}|\d{1,3}(,\d{2,3})*,\d{3})(\.\d+)?$/;

/** "1,500.50" in the smallest unit of the currency; NaN where it is no such amount. Bangla digits are digits. */
export function amountTyped(text: string, currency: string): number {
  const plain = westernDigits(text).trim();
  if (!plainNumber.test(plain)) return Number.NaN;
  const [whole = "", fraction = ""] = plain.replaceAll(",", "").split(".");
  const digits = digitsOf(currency);
  return fraction.length > digits ? Number.NaN : Number(whole + fraction.padEnd(digits, "0"));
}

/** The same amount as a box takes it: "1500.50", "1500". */
export function amountToType(amount: number, currency: string): string {
  const text = (amount / 10 ** digitsOf(currency)).toFixed(digitsOf(currency));
  return text.replace(/\.0+$/, "");
}

/** In whole units, for Intl. */
export const inUnits = (amount: number, currency: string): number => amount / 10 ** digitsOf(currency);

/** A number of seats as it was typed; NaN where it is none. */
export function countTyped(text: string): number {
  const plain = westernDigits(text).trim();
  return /^\d{1,9}$/.test(plain) ? Number(plain) : Number.NaN;
}

const westernDigits = (text: string) =>
  text.replaceAll(/[০-৯]/g, (digit) => String((digit.codePointAt(0) ?? banglaZero) - banglaZero));
const banglaZero = 0x09_e6;

/** In which an agency of this kind is paid; its own country's first. */
export const usualCurrencies = [
  "BDT",
  "AUD",
  "CAD",
  "EUR",
  "GBP",
  "USD",
  "AED",
  "BHD",
  "INR",
  "JPY",
  "KRW",
  "KWD",
  "LKR",
  "MYR",
  "NPR",
  "NZD",
  "OMR",
  "PHP",
  "PKR",
  "QAR",
  "SAR",
  "SGD",
] as const;
