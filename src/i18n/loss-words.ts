import type { SafetyLoss } from "#core/settings/safeguards.ts";
import { m } from "#i18n/compiled/messages.js";
import type { Locale } from "#i18n/compiled/runtime.js";

/** What a change of settings means. */
export const lossWords: Record<SafetyLoss, (names: { documents: string }, language?: { locale?: Locale }) => string> = {
  "lookup-open": m.settings_ask_lookup_open,
  "lookup-by-number": m.settings_ask_lookup_by_number,
  "papers-shown": m.settings_ask_documents_shown,
  "four-eyes-off": m.settings_ask_four_eyes_off,
  "registration-open": m.settings_ask_registration_open,
  "second-factor-optional": m.settings_ask_second_factor_optional,
  "backups-off": m.settings_ask_backups_off,
  "backups-fewer": m.settings_ask_backups_fewer,
  "log-watched-less": m.settings_ask_log_watched_less,
  "records-deleted": m.settings_ask_records_deleted,
  "features-off": m.settings_ask_features_off,
};

const isLoss = (text: string): text is SafetyLoss => Object.hasOwn(lossWords, text);

/** The sentences of losses, which are the subject of a held change. */
export const wordsOfLosses = (losses: string, language: { locale: Locale }): string =>
  losses
    .split(" ")
    .filter(isLoss)
    .map((loss) => lossWords[loss]({ documents: "" }, language))
    .join(" ");
