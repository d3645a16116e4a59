import { m } from "#i18n/compiled/messages.js";
import { editPost } from "#operations/posts/edit-post.ts";
import { readPost } from "#operations/posts/read-posts.ts";
import { PostForm } from "./post-form.tsx";
import { KeepFormOnFailure, keepFormOnFailure } from "#design/form/keep-form-on-failure.tsx";
import { knownVisitor } from "../../account/server/known-visitor.server.ts";
import { answerPostForm, postList, shownPost } from "./answer-post-form.server.ts";
import { useDashboard } from "../frame/use-dashboard.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { sendImage } from "../record-form/send-image.ts";
import { visitContext } from "../../frame/visit.server.ts";
import type { Route } from "./+types/update-post.route.ts";

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  const post = shownPost(await orErrorPage(visit, () => readPost(visit.portal, actor, id)));
  return { post, action: `${postList}/${id}/edit`, back: postList };
}

export async function action({ request, context, params: { id } }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const { portal } = visit;
  return answerPostForm(visit, request, {
    save: (actor, { version, ...posted }) => editPost(portal, actor, { id, expectedVersion: Number(version) }, posted),
    told: "post-saved",
    stored: (actor) => readPost(portal, actor, id),
  });
}

export const clientAction = (sent: Route.ClientActionArgs) => keepFormOnFailure(sent);

export default function EditPost({ loaderData, actionData }: Route.ComponentProps) {
  const { operatorName } = useDashboard();
  return (
    <KeepFormOnFailure answer={actionData}>
      {(refused) => (
        <PostForm
          {...loaderData}
          {...{ operatorName, refused }}
          title={m.post_edit()}
          button={m.post_save()}
          send={sendImage}
        />
      )}
    </KeepFormOnFailure>
  );
}
