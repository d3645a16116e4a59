import { redirect } from "react-router";
import { isPortalError } from "#core/errors.ts";
import type { Portal } from "#operations/portal.ts";
import { listNews, type NewsPage } from "#operations/posts/read-posts.ts";
import { NewsList } from "./news-list.tsx";
import { orErrorPage } from "../frame/or-error-page.server.ts";
import { useSite } from "../frame/site-facts.ts";
import { visitContext } from "../frame/visit.server.ts";
import type { Route } from "./+types/news.route.ts";

const postsOnPage = 10;

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const cursor = url.searchParams.get("cursor") ?? undefined;
  const page = await orErrorPage(visit, () => pageAt(visit.portal, cursor));
  if (!page) return redirect("/news");
  const next = page.next === null ? null : `/news?${new URLSearchParams({ cursor: page.next }).toString()}`;
  return { posts: page.posts, isNewest: cursor === undefined, next };
}

/** Null where the place is none, or none any more. */
async function pageAt(portal: Portal, cursor: string | undefined): Promise<NewsPage | null> {
  try {
    return await listNews(portal, { limit: postsOnPage, cursor });
  } catch (error) {
    if (isPortalError(error) && error.id === "invalid") return null;
    throw error;
  }
}

export default function News({ loaderData }: Route.ComponentProps) {
  return <NewsList {...loaderData} site={useSite()} />;
}
