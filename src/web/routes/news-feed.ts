import { listNews } from "#operations/posts/read-posts.ts";
import { needed } from "../needed.ts";
import { newsFeed } from "../news-feed.ts";
import { siteOf } from "../site.ts";
import { visitContext } from "../visit.ts";
import type { Route } from "./+types/news-feed.ts";

const postsInFeed = 20;

/** The same for everybody, so that caches may have it; what was deleted may stand in them for five minutes. */
const headers = {
  "Content-Type": "application/atom+xml; charset=utf-8",
  "Cache-Control": "public, max-age=300",
  Vary: "Accept-Encoding",
};

export async function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const { portal } = visit;
  const { operator } = await siteOf(visit);
  const { posts } = await needed(visit, () => listNews(portal, { limit: postsInFeed }));
  const { publicOrigin } = portal;
  return new Response(newsFeed({ title: operator.name, publicOrigin, posts, now: portal.now() }), { headers });
}
