import { m } from "#i18n/compiled/messages.js";
import { addPost } from "#operations/posts/publish-post.ts";
import { signedInVisit } from "../../frame/known-visitor.server.ts";
import { pages } from "../../pages.ts";
import { shownPageDraft } from "../page-draft/page-draft.server.ts";
import { readPage } from "../frame/read-page.server.ts";
import { PostForm } from "./post-form.tsx";
import { answerPostForm } from "./post-form.server.ts";
import { emptyPost } from "./shown-post.ts";
import type { Route } from "./+types/add-post.route.ts";

export const loader = (args: Route.LoaderArgs) =>
  readPage(args, async ({ portal, actor }) => ({ draft: await shownPageDraft(portal, actor, "post:new") }));

export async function action({ request, context }: Route.ActionArgs) {
  const known = await signedInVisit(context);
  const { portal, actor } = known;
  return answerPostForm(known, request, { save: (typed) => addPost(portal, actor, typed), flash: "post-added" });
}

export default function NewPost({ loaderData, actionData }: Route.ComponentProps) {
  const words = { title: m.post_new(), button: m.post_button() };
  return <PostForm {...words} {...loaderData} action={pages.addPost.path} post={emptyPost} answer={actionData} />;
}
