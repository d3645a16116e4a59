import type { InOthers } from "#core/settings/menus.ts";
import * as menuMessages from "#i18n/compiled/menu-messages.js";
import { spokenLocale } from "#i18n/offered-locales.ts";

/**
 * The messages that the default menus and the official places contain in English, by their English text. Computed at the
 * first call, because the bundler would put module-level code into the scripts of pages.
 */
let known: ReadonlyMap<string, () => string> | undefined;

/** Returns the operator's translation for the visitor's language, or else our own, or else the text unchanged. */
export function translatedLabel(text: string, inOthers?: InOthers): string {
  const spoken = spokenLocale();
  const written = spoken === "en" ? undefined : inOthers?.[spoken];
  if (written !== undefined) return written;
  known ??= new Map(Object.values(menuMessages).map((say) => [say({}, { locale: "en" }), () => say()]));
  return known.get(text)?.() ?? text;
}
