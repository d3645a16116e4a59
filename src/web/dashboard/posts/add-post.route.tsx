import { m } from "#i18n/compiled/messages.js";
import { addPost } from "#operations/posts/add-post.ts";
import { PostForm } from "./post-form.tsx";
import { keepFormOnFailure } from "#design/form/keep-form-on-failure.tsx";
import { answerPostForm } from "./post-form.server.ts";
import { emptyPost } from "./shown-post.ts";
import { visitContext } from "../../frame/visit.server.ts";
import type { Route } from "./+types/add-post.route.ts";

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  return answerPostForm(visit, request, {
    save: (actor, posted) => addPost(visit.portal, actor, posted),
    flash: "post-added",
  });
}

export const clientAction = (sent: Route.ClientActionArgs) => keepFormOnFailure(sent);

export default function NewPost({ actionData }: Route.ComponentProps) {
  const words = { title: m.post_new(), button: m.post_button() };
  return <PostForm {...words} action="/dashboard/New_Post" post={emptyPost} answer={actionData} />;
}
