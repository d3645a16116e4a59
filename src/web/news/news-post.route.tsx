import { readNews } from "#operations/posts/read-posts.ts";
import { NewsPost } from "./news-post.tsx";
import { orErrorPage } from "../frame/or-error-page.server.ts";
import { useSite } from "../frame/site-facts.ts";
import { visitContext } from "../frame/visit.server.ts";
import type { Route } from "./+types/news-post.route.ts";

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  return orErrorPage(visit, () => readNews(visit.portal, id));
}

export default function Post({ loaderData }: Route.ComponentProps) {
  return <NewsPost post={loaderData} site={useSite()} />;
}
