import { href } from "react-router";
import { type Feature, isOn, isPartOf, type WithFeatures } from "#core/settings/features.ts";
import type { SetId } from "#core/sets/set-ids.ts";
import type { SectionId } from "#core/settings/sections.ts";
import { m } from "#i18n/compiled/messages.js";
import { type Page, pages } from "../../pages.ts";

type SettingsPage = Pick<Page, "path" | "feature"> & {
  /** While this feature is on, another row leads to the page. */
  unless?: Feature;
  label: () => string;
};

export const sectionPath = (section: SectionId): string => href(pages.settingsSection.path, { section });

export const addressOfOwnField = (id: string): string =>
  `${pages.ownField.path}?${new URLSearchParams({ id }).toString()}`;

export const addressOfOwnPaper = (id: string): string =>
  `${pages.ownPaper.path}?${new URLSearchParams({ id }).toString()}`;

export const addressOfSet = (set: SetId): string => `${pages.sets.path}?${new URLSearchParams({ set }).toString()}`;

/** The pages in the order of the index. */
const groups: readonly { title: () => string; pages: readonly SettingsPage[] }[] = [
  {
    title: m.settings_group_site,
    pages: [
      { path: sectionPath("operator"), label: m.setup_operator },
      { path: pages.appearance.path, label: m.look_title },
      { path: pages.languages.path, label: m.languages_title },
      { path: sectionPath("publishing"), label: m.setup_publishing },
      { path: sectionPath("places"), label: m.settings_places },
      { path: sectionPath("features"), label: m.settings_features },
    ],
  },
  {
    title: m.manage_records,
    pages: [
      { path: pages.sets.path, label: m.sets_title },
      { path: pages.secondNumber.path, label: m.second_number_title },
      { path: pages.ownFields.path, label: m.own_fields_title },
      { path: pages.ownPapers.path, label: m.papers_title },
      { path: sectionPath("records"), label: m.settings_records },
      { path: sectionPath("retention"), label: m.settings_retention },
      { ...pages.importMemory, label: m.import_memory_title },
    ],
  },
  {
    title: m.settings_group_access,
    pages: [
      { path: sectionPath("accounts"), label: m.settings_accounts },
      { path: pages.signIn.path, label: m.sign_in_title },
      { path: pages.apiKeys.path, label: m.api_keys_title },
      { ...pages.webhooks, label: m.webhooks_title },
      { path: pages.mailServer.path, label: m.mail_server_title },
      { path: sectionPath("backups"), label: m.settings_backups },
      { path: sectionPath("log"), feature: "statements", label: m.settings_log },
      { path: sectionPath("log"), feature: "registers", unless: "statements", label: m.feature_registers },
    ],
  },
];

const isThere = (site: WithFeatures) => (page: SettingsPage) =>
  isPartOf(site, page) && !(page.unless && isOn(site, page.unless));

/** The index on this site. */
export const settingsGroups = (site: WithFeatures) =>
  groups.map((group) => ({ ...group, pages: group.pages.filter(isThere(site)) }));

export const settingsPagesOf = (site: WithFeatures) => settingsGroups(site).flatMap((group) => group.pages);

/** Undefined for a path that is no page of the settings on this site. */
export const settingsPageAt = (site: WithFeatures, path: string): SettingsPage | undefined =>
  settingsPagesOf(site).find((page) => page.path === path);
