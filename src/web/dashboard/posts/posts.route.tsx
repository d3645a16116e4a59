import { PostTable } from "./post-table.tsx";
import { knownVisitor } from "../../account/server/known-visitor.server.ts";
import { postList } from "./answer-post-form.server.ts";
import { postPage } from "./post-page.server.ts";
import { useDashboard } from "#design/page/use-dashboard.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { visitContext } from "../../frame/visit.server.ts";
import type { Route } from "./+types/posts.route.ts";

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  return { page: postList, ...(await orErrorPage(visit, () => postPage(visit.portal, actor, url.searchParams))) };
}

export default function Posts({ loaderData }: Route.ComponentProps) {
  return <PostTable {...loaderData} operatorName={useDashboard().operatorName} />;
}
