import { escapedMarkup } from "#core/escaped-markup.ts";
import { operatorName } from "#core/settings/operator-name.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { listNews } from "#operations/posts/read-posts.ts";
import { currentSettings } from "#operations/portal/current-settings.ts";
import type { Routes } from "./http/mount-call.ts";
import { imageAddress } from "#core/images/image-links.ts";
import type { PublicPost } from "#core/posts/post.ts";

const postsInFeed = 20;

/** The feed is the same for everybody, so caches may store it. They may show a deleted post for five minutes. */
const headers = { "Content-Type": "application/atom+xml; charset=utf-8", "Cache-Control": "public, max-age=300" };

export function mountNewsFeed(routes: Routes, { portal }: { portal: Portal }): void {
  routes.get("/news/feed.xml", async (c) => {
    const [{ operator }, { posts }] = await Promise.all([
      currentSettings(portal),
      listNews(portal, { limit: postsInFeed }),
    ]);
    const { publicOrigin } = portal;
    const title = operatorName(operator, publicOrigin);
    return c.body(newsFeed({ title, publicOrigin, posts }), 200, headers);
  });
}

type Feed = { title: string; publicOrigin: string; posts: readonly PublicPost[] };

/** The newest posts as an Atom feed (RFC 4287). */
export function newsFeed({ title, publicOrigin, posts }: Feed): string {
  // An empty feed never changed.
  const updated = Math.max(0, ...posts.map(({ changedAt }) => changedAt));
  return [
    `<?xml version="1.0" encoding="utf-8"?>`,
    `<feed xmlns="http://www.w3.org/2005/Atom">`,
    `<id>${inXml(publicOrigin)}/news</id>`,
    `<title>${inXml(title)}</title>`,
    `<updated>${timestamp(updated)}</updated>`,
    `<author><name>${inXml(title)}</name></author>`,
    `<link rel="self" type="application/atom+xml" href="${inXml(publicOrigin)}/news/feed.xml"/>`,
    `<link rel="alternate" type="text/html" href="${inXml(publicOrigin)}/news"/>`,
    ...posts.map((post) => entry(post, publicOrigin)),
    `</feed>`,
  ].join("\n");
}

/** The text in both languages if the post has both, because the language of the reader is unknown. */
const wordsOf = ({ text, banglaTitle, banglaText }: PublicPost) =>
  [text, banglaTitle, banglaText].filter((words) => words !== "").join("\n\n");

function entry(post: PublicPost, publicOrigin: string): string {
  const { id, title, images, addedAt, changedAt } = post;
  const picture = imageAddress(images[0].image, "reading", null);
  return [
    `<entry>`,
    `<id>urn:uuid:${inXml(id)}</id>`,
    `<title>${inXml(title)}</title>`,
    `<link rel="alternate" type="text/html" href="${inXml(`${publicOrigin}/news/${id}`)}"/>`,
    `<link rel="enclosure" type="image/webp" href="${inXml(publicOrigin + picture)}"/>`,
    `<published>${timestamp(addedAt)}</published>`,
    `<updated>${timestamp(changedAt)}</updated>`,
    `<content type="text">${inXml(wordsOf(post))}</content>`,
    `</entry>`,
  ].join("\n");
}

const timestamp = (time: number) => new Date(time).toISOString();

/** Escapes a text, and removes characters that XML does not allow. */
const inXml = (text: string) =>
  escapedMarkup(text.toWellFormed())
    // oxlint-disable-next-line no-control-regex -- these are removed
    .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, "");
