import { inLatinDigits } from "../latin-digits.ts";

/** Intl throws for other codes. */
export const isCurrency = (code: string): boolean => Intl.supportedValuesOf("currency").includes(code);

/** How many digits the smallest unit of a currency takes: 2 for paisa and cents, none for yen. */
const digitsOf = (currency: string): number =>
  new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;

const plainNumber = /^(\d{1,15}|\d{1,3}(,\d{2,3})*,\d{3})(\.\d+)?$/;

/** "1,500.50" in the smallest unit of the currency; NaN where it is no such amount. Bangla digits are digits. */
export function amountTyped(text: string, currency: string): number {
  const plain = inLatinDigits(text).trim();
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
  const plain = inLatinDigits(text).trim();
  return /^\d{1,9}$/.test(plain) ? Number(plain) : Number.NaN;
}

/** Currencies in which agencies of this kind are paid; their own country's first. */
export const usualCurrencies: readonly string[] =
  "BDT AUD CAD EUR GBP USD AED BHD INR JPY KRW KWD LKR MYR NPR NZD OMR PHP PKR QAR SAR SGD".split(" ");
