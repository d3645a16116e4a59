import { Hono } from "hono";
import { operatorName } from "#core/settings/operator-name.ts";
import type { Portal } from "#operations/portal.ts";
import { listNews } from "#operations/posts/read-posts.ts";
import { currentSettings } from "#operations/settings/current-settings.ts";
import type { RouteEnv } from "../route-env.ts";
import type { Routes } from "../http/mount-call.ts";
import { newsFeed } from "./news-feed.ts";

const postsInFeed = 20;

/** The same for everybody, so that caches may have it; what was deleted may stand in them for five minutes. */
const headers = { "Content-Type": "application/atom+xml; charset=utf-8", "Cache-Control": "public, max-age=300" };

/** The news for feed readers. */
export function newsRoute({ portal }: { portal: Portal }): Routes {
  const routes = new Hono<RouteEnv>();
  routes.get("/news/feed.xml", async (c) => {
    const [{ operator }, { posts }] = await Promise.all([
      currentSettings(portal),
      listNews(portal, { limit: postsInFeed }),
    ]);
    const { publicOrigin } = portal;
    const title = operatorName(operator, publicOrigin);
    return c.body(newsFeed({ title, publicOrigin, posts }), 200, headers);
  });
  return routes;
}
