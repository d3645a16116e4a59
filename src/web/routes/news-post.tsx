import { readNews } from "#operations/posts/read-posts.ts";
import { NewsPost } from "#ui/news/news-post.tsx";
import { needed } from "../needed.ts";
import { useSite } from "../site.ts";
import { visitContext } from "../visit.ts";
import type { Route } from "./+types/news-post.ts";

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  return needed(visit, () => readNews(visit.portal, id));
}

export default function Post({ loaderData }: Route.ComponentProps) {
  return <NewsPost post={loaderData} site={useSite()} />;
}
