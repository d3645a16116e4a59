import { href } from "react-router";
import { type Feature, isOn, isPartOf, type WithFeatures } from "#core/settings/features.ts";
import type { SectionId } from "#core/settings/sections.ts";
import { m } from "#i18n/compiled/messages.js";
import { type Page, pages } from "../../pages.ts";

type SettingsPage = Pick<Page, "path" | "feature"> & {
  /** While this feature is on, another row leads to the page. */
  unless?: Feature;
  label: () => string;
  /** What is on the page. */
  words: (site: WithFeatures) => string;
};

const wordsOfLog = (site: WithFeatures): string =>
  isOn(site, "witnesses") ? m.settings_words_log() : m.settings_words_log_mails();

export const sectionPath = (section: SectionId): string => href(pages.settingsSection.path, { section });

export const addressOfOwnField = (id: string): string =>
  `${pages.ownField.path}?${new URLSearchParams({ id }).toString()}`;

export const addressOfOwnPaper = (id: string): string =>
  `${pages.ownPaper.path}?${new URLSearchParams({ id }).toString()}`;

/** The pages that most offices need, in the order of the index. */
const mainSettings: readonly SettingsPage[] = [
  { path: pages.mailServer.path, label: m.mail_server_title, words: m.settings_words_mail },
  { path: pages.appearance.path, label: m.look_title, words: m.settings_words_look },
  { path: pages.languages.path, label: m.languages_title, words: m.settings_words_languages },
  { path: pages.apiKeys.path, label: m.api_keys_title, words: m.settings_words_api_keys },
  { path: pages.signIn.path, label: m.sign_in_title, words: m.settings_words_sign_in },
  { ...pages.webhooks, label: m.webhooks_title, words: m.settings_words_webhooks },
  { path: sectionPath("accounts"), label: m.settings_accounts, words: m.settings_words_accounts },
  { path: sectionPath("operator"), label: m.setup_operator, words: m.settings_words_operator },
  { path: sectionPath("publishing"), label: m.setup_publishing, words: m.settings_words_publishing },
  { path: pages.ownFields.path, label: m.own_fields_title, words: m.settings_words_own_fields },
  { path: pages.secondNumber.path, label: m.second_number_title, words: m.settings_words_second_number },
  { path: pages.ownPapers.path, label: m.papers_title, words: m.settings_words_own_papers },
  { path: sectionPath("records"), label: m.settings_records, words: m.settings_words_records },
];

/** What is set once, if ever. The index folds it. */
const furtherSettings: readonly SettingsPage[] = [
  { path: sectionPath("backups"), label: m.settings_backups, words: m.settings_words_backups },
  { path: sectionPath("retention"), label: m.settings_retention, words: m.settings_words_retention },
  { path: sectionPath("places"), label: m.settings_places, words: m.settings_words_places },
  { ...pages.importMemory, label: m.import_memory_title, words: m.settings_words_import_memory },
  { path: sectionPath("features"), label: m.settings_features, words: m.settings_words_features },
  { path: sectionPath("log"), feature: "statements", label: m.settings_log, words: wordsOfLog },
  {
    path: sectionPath("log"),
    feature: "registers",
    unless: "statements",
    label: m.feature_registers,
    words: m.settings_words_registers,
  },
];

const isThere = (site: WithFeatures) => (page: SettingsPage) =>
  isPartOf(site, page) && !(page.unless && isOn(site, page.unless));

/** The pages of the index on this site. */
export const settingsPagesOf = (site: WithFeatures) => ({
  main: mainSettings.filter(isThere(site)),
  further: furtherSettings.filter(isThere(site)),
});

/** Undefined for a path that is no page of the settings on this site. */
export function settingsPageAt(site: WithFeatures, path: string): SettingsPage | undefined {
  const { main, further } = settingsPagesOf(site);
  return [...main, ...further].find((page) => page.path === path);
}
