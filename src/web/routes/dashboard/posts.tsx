import { PostTable } from "#ui/dashboard/posts/post-table.tsx";
import { knownVisitor } from "../../accounts/known-visitor.ts";
import { postList } from "../../dashboard/posts/answer-post-form.ts";
import { postPage } from "../../dashboard/posts/post-page.ts";
import { useDashboard } from "../../dashboard/use-dashboard.ts";
import { needed } from "../../needed.ts";
import { visitContext } from "../../visit.ts";
import type { Route } from "./+types/posts.ts";

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  return { page: postList, ...(await needed(visit, () => postPage(visit.portal, actor, url.searchParams))) };
}

export default function Posts({ loaderData }: Route.ComponentProps) {
  return <PostTable {...loaderData} operatorName={useDashboard().operatorName} />;
}
