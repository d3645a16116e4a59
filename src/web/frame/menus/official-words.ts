import { m } from "#i18n/compiled/messages.js";

/** Names of offices, of pages of ours and of groups of them, as the settings are delivered with them in English. */
type MenuMessage = Extract<keyof typeof m, `${"official" | "category" | "nav" | "foot"}_${string}`>;

const isMenuMessage = (name: string): name is MenuMessage => /^(official|category|nav|foot)_/.test(name);

function menuMessages() {
  const named = Object.keys(m).filter(isMenuMessage);
  const ours = [...named.map((name) => m[name]), m.check_passport_link, m.check_visa_link, m.report_link];
  return [...ours, m.site_search_label];
}

/** By their English. Found when first asked for: at the top of a module they would get into scripts of pages. */
let known: ReadonlyMap<string, () => string> | undefined;

/** In the visitor's language if it is a text of ours; what an operator wrote stays as it is. */
export function inOurWords(text: string): string {
  known ??= new Map(menuMessages().map((say) => [say({}, { locale: "en" }), () => say()]));
  return known.get(text)?.() ?? text;
}
