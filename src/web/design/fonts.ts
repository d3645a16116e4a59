import { perLocale } from "#i18n/per-locale.ts";
import bangla from "./fonts/bangla-400.woff2?url";
import latin from "./fonts/latin.woff2?url";
import besideBangla from "./fonts/latin-400.woff2?url";

/** The fonts that the first paint of a page needs, for each language. */
export const fontsToPreload = perLocale((locale) => (locale === "bn" ? [bangla, besideBangla] : [latin]));
