import { lookupPages } from "#core/records/lookup-pages.ts";
import { textPages } from "#core/texts/page-text.ts";
import { isOn, type WithFeatures } from "#core/settings/features.ts";
import { leadsToPage } from "../frame/links-that-lead.ts";
import { pages } from "../pages.ts";

/** All addresses for search engines, in the order of the sitemap. Posts (`/news/` and an id) are not in this list. */
export const publicPages: readonly string[] = [
  ...Object.keys(lookupPages),
  pages.check.path,
  pages.news.path,
  ...textPages.map((page) => `/${page}`),
  pages.report.path,
  pages.proof.path,
];

/** What explains the statements stays where it is for those who have one, and nothing leads to it once the site makes none. */
export const publicPagesOf = (site: WithFeatures): string[] =>
  publicPages.filter((path) => leadsToPage(site, path) && (path !== pages.proof.path || isOn(site, "statements")));
