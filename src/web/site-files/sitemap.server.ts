import { isOn } from "#core/settings/features.ts";
import { listNewsAddresses } from "#operations/posts/read-posts.ts";
import { publicPagesOf } from "./public-pages.ts";
import type { MakeSiteFile } from "../frame/site-file.server.ts";

/** Lists each page once. Languages have no own addresses: a page is sent in the visitor's language. */
export const sitemap: MakeSiteFile = async ({ portal, settings }) => {
  const site = await settings();
  const posts = isOn(site, "news") ? await listNewsAddresses(portal, maxPosts) : [];
  const newestChange = Math.max(...posts.map(({ changedAt }) => changedAt));
  const pages: Entry[] = [
    ...publicPagesOf(site).map((path) =>
      path === "/news" && posts.length > 0 ? { path, changedAt: newestChange } : { path },
    ),
    ...posts.map(({ id, changedAt }) => ({ path: `/news/${id}`, changedAt })),
  ];
  return {
    type: "application/xml; charset=utf-8",
    content: [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
      ...pages.map((page) => entry(page, portal.publicOrigin)),
      "</urlset>",
      "",
    ].join("\n"),
  };
};

/** Search engines find older posts through links from these. */
const maxPosts = 2000;

type Entry = { path: string; changedAt?: number };

function entry({ path, changedAt }: Entry, publicOrigin: string): string {
  const changed = changedAt === undefined ? "" : `<lastmod>${new Date(changedAt).toISOString()}</lastmod>`;
  return `  <url><loc>${publicOrigin}${encodeURI(path)}</loc>${changed}</url>`;
}
