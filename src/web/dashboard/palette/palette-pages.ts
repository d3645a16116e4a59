import { accessPolicies } from "#core/accounts/access-policies.ts";
import type { Role } from "#core/accounts/roles.ts";
import { isPartOf, type WithFeatures } from "#core/settings/features.ts";
import { m } from "#i18n/compiled/messages.js";
import { getLocale } from "#i18n/compiled/runtime.js";
import { type Page, pages } from "../../pages.ts";
import { helpPartsOf } from "../help/help-parts.ts";
import { linksFor } from "../frame/links.ts";
import { settingsPagesOf } from "../settings/settings-pages.ts";
import { bestMatches, type Named } from "./palette-search.ts";
import { type WordedPath, wordsOfPage } from "./palette-words.ts";

type PalettePage = { path: string; label: () => string };
type Found = Named & { path: string; label: string };

/** The pages that have no line in the drawer. Each label is the title of its page. */
const otherPages: readonly (Pick<Page, "policy" | "feature"> & { path: WordedPath; label: () => string })[] = [
  { ...pages.drafts, label: m.drafts_title },
  { ...pages.bulkRuns, label: m.bulk_title },
  { ...pages.changeDate, label: m.change_date_title },
  { ...pages.invite, label: m.staff_invite },
  { ...pages.addClass, label: m.class_add },
  { ...pages.addPost, label: m.post_new },
];

const accountPages: readonly (PalettePage & { path: WordedPath })[] = [
  { path: pages.account.path, label: m.your_account },
  { path: pages.profile.path, label: m.profile },
  { path: pages.password.path, label: m.change_password },
  { path: pages.secondStep.path, label: m.second_step },
  { path: pages.passkeys.path, label: m.passkeys },
  { path: pages.alerts.path, label: m.alerts },
  { path: pages.sessions.path, label: m.sessions },
];

export const pagesFor = (role: Role, site: WithFeatures): PalettePage[] => [
  ...linksFor(role, site),
  ...otherPages
    .filter(({ policy }) => accessPolicies[policy]({ kind: "account", id: "", role }))
    .filter((page) => isPartOf(site, page)),
  ...(role === "admin" ? settingsPagesOf(site) : []),
  { path: pages.help.path, label: m.help_title },
  ...accountPages,
];

/** A part of the help is found after a page that fits as well, unless help was asked for. */
const helpFor = (site: WithFeatures): Found[] =>
  helpPartsOf(site).map(({ name, en, bn, words }) => ({
    path: `${pages.help.path}#${name}`,
    label: `${m.help_title()}: ${getLocale() === "bn" ? bn : en}`,
    names: [en, bn],
    words: `help সাহায্য ${words}`,
    isSecond: true,
  }));

const found = ({ path, label }: PalettePage): Found => {
  const [names = "", words = ""] = wordsOfPage(path) ?? [];
  return { path, label: label(), names: names.split(" | "), words };
};

/** Returns the pages that the typed words name, in English or in Bangla, best first. */
export const pagesNamed = (role: Role, site: WithFeatures, typed: string): Found[] =>
  bestMatches([...pagesFor(role, site).map(found), ...helpFor(site)], typed);
