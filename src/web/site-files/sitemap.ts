import { newsAddresses } from "#operations/posts/news-addresses.ts";
import { publicPages } from "../public-pages.ts";
import type { MakeSiteFile } from "./site-file.ts";

/** Languages have no addresses of their own: a page comes in the one that its visitor reads. */
export const sitemap: MakeSiteFile = async ({ portal }) => {
  const news = await newsAddresses(portal);
  const entries = [
    ...publicPages.map((path) => ({ path })),
    ...news.map(({ id, changedAt }) => ({ path: `/news/${id}`, changedAt })),
  ];
  return {
    type: "application/xml; charset=utf-8",
    content: [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
      ...entries.map((page) => entry(page, portal.publicOrigin)),
      "</urlset>",
      "",
    ].join("\n"),
  };
};

/** A page; when it last changed, where that is known. */
type Entry = { path: string; changedAt?: number };

function entry({ path, changedAt }: Entry, publicOrigin: string): string {
  const changed = changedAt === undefined ? "" : `<lastmod>${new Date(changedAt).toISOString()}</lastmod>`;
  return `  <url><loc>${publicOrigin}${encodeURI(path)}</loc>${changed}</url>`;
}
