import { deletePost } from "#operations/posts/delete-post.ts";
import { readPost } from "#operations/posts/read-posts.ts";
import { ConfirmPage } from "#ui/dashboard/confirm.tsx";
import { askToDelete, deleteAndTell, type Deletion } from "../../dashboard/deletion.ts";
import { postList } from "../../dashboard/posts/answer-post-form.ts";
import { useDashboard } from "../../dashboard/use-dashboard.ts";
import type { Route } from "./+types/delete-post.ts";

const deletion: Deletion = {
  list: postList,
  nameOf: async (portal, actor, id) => (await readPost(portal, actor, id)).title,
  work: deletePost,
  deed: "post-deleted",
  told: { "not-found": "post-gone" },
};

export const loader = (asked: Route.LoaderArgs) => askToDelete(asked, deletion);

export const action = (asked: Route.ActionArgs) => deleteAndTell(asked, deletion);

export default function DeletePost({ loaderData: question }: Route.ComponentProps) {
  return <ConfirmPage {...question} operatorName={useDashboard().operatorName} />;
}
