import { href } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { readPost } from "#operations/posts/read-posts.ts";
import { PostForm } from "./post-form.tsx";
import { keepFormOnFailure } from "#design/form/keep-form-on-failure.tsx";
import { updatePost } from "#operations/posts/publish-post.ts";
import { signedInVisit } from "../../account/server/known-visitor.server.ts";
import { answerPostForm, shownPost } from "./post-form.server.ts";
import { pages } from "../../pages.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import type { Route } from "./+types/update-post.route.ts";

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  const { visit, portal, actor } = await signedInVisit(context);
  const post = shownPost(await orErrorPage(visit, () => readPost(portal, actor, id)));
  return { post, action: href(pages.updatePost.path, { id }) };
}

export async function action({ request, context, params: { id } }: Route.ActionArgs) {
  const { visit, portal, actor } = await signedInVisit(context);
  return answerPostForm(request, {
    visit,
    actor,
    save: ({ version, ...posted }) => updatePost(portal, actor, { id, expectedVersion: Number(version) }, posted),
    flash: "post-saved",
    stored: () => readPost(portal, actor, id),
  });
}

export const clientAction = (sent: Route.ClientActionArgs) => keepFormOnFailure(sent);

export default function EditPost({ loaderData, actionData }: Route.ComponentProps) {
  return <PostForm {...loaderData} title={m.post_edit()} button={m.post_save()} answer={actionData} />;
}
