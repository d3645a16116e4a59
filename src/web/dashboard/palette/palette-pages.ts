import type { Role } from "#core/accounts/roles.ts";
import { m } from "#i18n/compiled/messages.js";
import { pages } from "../../pages.ts";
import { linksFor } from "../frame/links.ts";
import { furtherSettings, mainSettings } from "../settings/settings-pages.ts";

type PalettePage = {
  path: string;
  label: () => string;
  /** Other names under which the page is found. */
  words?: () => string;
};

const adminPages: readonly PalettePage[] = [
  { path: pages.changeDate.path, label: m.change_date_title },
  ...mainSettings,
  ...furtherSettings,
];

const accountPages: readonly PalettePage[] = [
  { path: pages.account.path, label: m.your_account },
  { path: pages.profile.path, label: m.profile, words: m.palette_words_profile },
  { path: pages.password.path, label: m.password },
  { path: pages.secondStep.path, label: m.second_step, words: m.palette_words_second_step },
  { path: pages.passkeys.path, label: m.passkeys, words: m.palette_words_passkeys },
  { path: pages.alerts.path, label: m.alerts, words: m.palette_words_alerts },
  { path: pages.sessions.path, label: m.sessions, words: m.palette_words_sessions },
];

const pagesFor = (role: Role): PalettePage[] => [
  ...linksFor(role),
  ...(role === "admin" ? adminPages : []),
  { path: pages.help.path, label: m.help_title },
  ...accountPages,
];

/** Returns the pages with the typed text in their label or their other names. */
export function pagesNamed(role: Role, typed: string): { path: string; label: string }[] {
  const wanted = typed.trim().toLocaleLowerCase();
  return pagesFor(role)
    .map(({ path, label, words }) => ({ path, label: label(), words: words?.() ?? "" }))
    .filter(({ label, words }) => `${label} ${words}`.toLocaleLowerCase().includes(wanted));
}
