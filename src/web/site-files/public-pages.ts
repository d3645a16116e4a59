import { lookupPages } from "#core/records/lookup-pages.ts";
import { textPages } from "#core/texts/page-text.ts";

/**
 * Every address that strangers and search engines may know, in their order. Beside them there is one for each post:
 * "/news/" and its id.
 */
export const publicPages: readonly string[] = [
  ...Object.keys(lookupPages),
  "/news",
  ...textPages.map((page) => `/${page}`),
  "/report",
];
