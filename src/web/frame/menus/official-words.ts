import type { InOthers } from "#core/settings/menus.ts";
import { m } from "#i18n/compiled/messages.js";
import { spokenLocale } from "#i18n/offered-locales.ts";

/** Names of offices, of pages of ours and of groups of them, as the settings are delivered with them in English. */
type MenuMessage = (typeof m)[Extract<keyof typeof m, `${"official" | "category" | "nav" | "foot"}_${string}`>];

const isMenuMessage = (message: [string, unknown]): message is [string, MenuMessage] =>
  /^(official|category|nav|foot)_/.test(message[0]);

function menuMessages(): MenuMessage[] {
  const named = Object.entries<unknown>(m).filter(isMenuMessage);
  const others = [m.check_passport_link, m.check_visa_link, m.report_link, m.site_search_label];
  return [...named.map(([, say]) => say), ...others];
}

const english = ["en", "en-x-spec"] as const;

/** By their English, and by the specification's, as sites of earlier versions have it. Found when first asked for: at the top of a module they would get into scripts of pages. */
let known: ReadonlyMap<string, () => string> | undefined;

/** In the visitor's language if the operator wrote it in that, or it is a text of ours; else as it is. */
export function inOurWords(text: string, inOthers?: InOthers): string {
  const spoken = spokenLocale();
  const written = spoken === "en" ? undefined : inOthers?.[spoken];
  if (written !== undefined) return written;
  known ??= new Map(menuMessages().flatMap((say) => english.map((locale) => [say({}, { locale }), () => say()])));
  return known.get(text)?.() ?? text;
}
