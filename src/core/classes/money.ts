import { inLatinDigits } from "../latin-digits.ts";

/** True for a currency code that Intl supports. Intl throws for other codes. */
export const isCurrency = (code: string): boolean => Intl.supportedValuesOf("currency").includes(code);

/** Returns the number of decimal places of a currency: 2 for paisa and cents, 0 for yen. */
const digitsOf = (currency: string): number =>
  new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;

const plainNumber = /^(\d{1,15}|\d{1,3}(,\d{2,3})*,\d{3})(\.\d+)?$/;

/**
 * Parses a typed amount such as "1,500.50" into the smallest unit of the currency. NaN if it is not a valid amount. Accepts
 * Bangla digits.
 */
export function amountTyped(text: string, currency: string): number {
  const plain = inLatinDigits(text).trim();
  if (!plainNumber.test(plain)) return Number.NaN;
  const [whole = "", fraction = ""] = plain.replaceAll(",", "").split(".");
  const digits = digitsOf(currency);
  return fraction.length > digits ? Number.NaN : Number(whole + fraction.padEnd(digits, "0"));
}

/** Returns the amount as a person types it: "1500.50", "1500". */
export function amountToType(amount: number, currency: string): string {
  const text = (amount / 10 ** digitsOf(currency)).toFixed(digitsOf(currency));
  return text.replace(/\.0+$/, "");
}

/** Returns the amount in whole units, for Intl. */
export const inUnits = (amount: number, currency: string): number => amount / 10 ** digitsOf(currency);

/** Parses a typed number of seats. NaN if it is not one. */
export function countTyped(text: string): number {
  const plain = inLatinDigits(text).trim();
  return /^\d{1,9}$/.test(plain) ? Number(plain) : Number.NaN;
}

/** Currencies in which agencies of this kind are usually paid. The currency of their own country is first. */
export const usualCurrencies: readonly string[] =
  "BDT AUD CAD EUR GBP USD AED BHD INR JPY KRW KWD LKR MYR NPR NZD OMR PHP PKR QAR SAR SGD".split(" ");
