import type { InOthers } from "#core/settings/menus.ts";
import { m } from "#i18n/compiled/messages.js";
import { spokenLocale } from "#i18n/offered-locales.ts";

/** Messages with the names of offices, groups and own pages that the default settings contain in English. */
type MenuMessage = (typeof m)[Extract<keyof typeof m, `${"official" | "category" | "nav" | "foot"}_${string}`>];

const isMenuMessage = (message: [string, unknown]): message is [string, MenuMessage] =>
  /^(official|category|nav|foot)_/.test(message[0]);

function menuMessages(): MenuMessage[] {
  const named = Object.entries<unknown>(m).filter(isMenuMessage);
  const others = [m.check_passport_link, m.check_visa_link, m.report_link, m.site_search_label];
  return [...named.map(([, say]) => say), ...others];
}

/**
 * The messages by their English text. Computed at the first call, because the bundler would put module-level code into
 * the scripts of pages.
 */
let known: ReadonlyMap<string, () => string> | undefined;

/** Returns the operator's translation for the visitor's language, or else our own, or else the text unchanged. */
export function translatedLabel(text: string, inOthers?: InOthers): string {
  const spoken = spokenLocale();
  const written = spoken === "en" ? undefined : inOthers?.[spoken];
  if (written !== undefined) return written;
  known ??= new Map(menuMessages().map((say) => [say({}, { locale: "en" }), () => say()]));
  return known.get(text)?.() ?? text;
}
