import { type Locale, getLocale } from "./compiled/runtime.js";

/** What is costly to make and the same for everyone who reads a language: made once for each. */
export function perLocale<Value>(make: (locale: Locale) => Value): (locale?: Locale) => Value {
  const made = new Map<Locale, Value>();
  return (locale = getLocale()) => {
    const value = made.get(locale) ?? make(locale);
    made.set(locale, value);
    return value;
  };
}
