import { m } from "#i18n/compiled/messages.js";
import { editPost } from "#operations/posts/edit-post.ts";
import { readPost } from "#operations/posts/read-posts.ts";
import { PostForm } from "#ui/dashboard/posts/post-form.tsx";
import { TypedStays } from "#ui/dashboard/typed-stays.tsx";
import { knownVisitor } from "../../accounts/known-visitor.ts";
import { answerOrStay } from "../../dashboard/answer-or-stay.ts";
import { answerPostForm, postList, shownPost } from "../../dashboard/posts/answer-post-form.ts";
import { useDashboard } from "../../dashboard/use-dashboard.ts";
import { needed } from "../../needed.ts";
import { sendImage } from "../../uploads/send-image.ts";
import { visitContext } from "../../visit.ts";
import type { Route } from "./+types/edit-post.ts";

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  const post = shownPost(await needed(visit, () => readPost(visit.portal, actor, id)));
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

export const clientAction = (sent: Route.ClientActionArgs) => answerOrStay(sent);

export default function EditPost({ loaderData, actionData }: Route.ComponentProps) {
  const { operatorName } = useDashboard();
  return (
    <TypedStays answer={actionData}>
      {(refused) => (
        <PostForm
          {...loaderData}
          {...{ operatorName, refused }}
          title={m.post_edit()}
          button={m.post_save()}
          send={sendImage}
        />
      )}
    </TypedStays>
  );
}
