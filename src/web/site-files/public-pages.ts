import { lookupPages } from "#core/records/lookup-pages.ts";
import { textPages } from "#core/texts/page-text.ts";
import { pages } from "../pages.ts";

/** Every address that search engines may know, in their order; besides, "/news/" and its id for each post. */
export const publicPages: readonly string[] = [
  ...Object.keys(lookupPages),
  pages.check.path,
  pages.news.path,
  ...textPages.map((page) => `/${page}`),
  pages.report.path,
  pages.proof.path,
];
