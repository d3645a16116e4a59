import { readPost } from "#operations/posts/read-posts.ts";
import { ConfirmPage } from "#design/form/confirm.tsx";
import { deletePost } from "#operations/posts/publish-post.ts";
import { askToDelete, runDeletion, type Deletion } from "../frame/run-action.server.ts";
import { pages } from "../../pages.ts";
import type { Route } from "./+types/delete-post.route.ts";

const deletion: Deletion = {
  list: pages.posts.path,
  read: async (portal, actor, id) => ({ of: (await readPost(portal, actor, id)).title }),
  work: deletePost,
  flash: "post-deleted",
  problems: { "not-found": "post-gone" },
};

export const loader = (args: Route.LoaderArgs) => askToDelete(args, deletion);

export const action = (args: Route.ActionArgs) => runDeletion(args, deletion);

export default function DeletePost({ loaderData: question }: Route.ComponentProps) {
  return <ConfirmPage {...question} />;
}
