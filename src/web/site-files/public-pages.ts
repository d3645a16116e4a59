import { lookupPages } from "#core/records/lookup-pages.ts";
import { textPages } from "#core/texts/page-text.ts";
import type { WithFeatures } from "#core/settings/features.ts";
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

export const publicPagesOf = (site: WithFeatures): string[] => publicPages.filter((path) => leadsToPage(site, path));
