import { type Locale, getLocale } from "#i18n/compiled/runtime.js";

/** Caches one value for each locale. For values that are costly to make and the same for all readers of a language. */
export function perLocale<Value>(make: (locale: Locale) => Value): (locale?: Locale) => Value {
  const made = new Map<Locale, Value>();
  return (locale = getLocale()) => {
    const value = made.get(locale) ?? make(locale);
    made.set(locale, value);
    return value;
  };
}
