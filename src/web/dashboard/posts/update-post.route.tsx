import { href } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { readPost } from "#operations/posts/read-posts.ts";
import { updatePost } from "#operations/posts/publish-post.ts";
import { signedInVisit } from "../../frame/known-visitor.server.ts";
import { expectedVersion } from "../../frame/read-form.server.ts";
import { pages } from "../../pages.ts";
import { readPage } from "../frame/read-page.server.ts";
import { shownPageDraft } from "../page-draft/page-draft.server.ts";
import { PostForm } from "./post-form.tsx";
import { answerPostForm, shownPost } from "./post-form.server.ts";
import { emptyPost } from "./shown-post.ts";
import type { Route } from "./+types/update-post.route.ts";

export const loader = (args: Route.LoaderArgs) => {
  const { id } = args.params;
  const name = `post:${id}`;
  const to = { action: href(pages.updatePost.path, { id }) };
  return readPage(
    args,
    async ({ portal, actor }) => {
      const [post, draft] = await Promise.all([readPost(portal, actor, id), shownPageDraft(portal, actor, name)]);
      return { post: shownPost(post), draft, ...to };
    },
    () => ({ post: emptyPost, draft: { name, drafts: [] }, ...to }),
  );
};

export async function action({ request, context, params: { id } }: Route.ActionArgs) {
  const known = await signedInVisit(context);
  const { portal, actor } = known;
  return answerPostForm(known, request, {
    save: (typed) => updatePost(portal, actor, { id, expectedVersion: expectedVersion(typed) }, typed),
    flash: "post-saved",
    stored: () => readPost(portal, actor, id),
  });
}

export default function EditPost({ loaderData, actionData }: Route.ComponentProps) {
  return <PostForm {...loaderData} title={m.post_edit()} button={m.post_save()} answer={actionData} />;
}
