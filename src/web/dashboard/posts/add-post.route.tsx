import { m } from "#i18n/compiled/messages.js";
import { addPost } from "#operations/posts/add-post.ts";
import { PostForm } from "./post-form.tsx";
import { KeepFormOnFailure, keepFormOnFailure } from "#design/form/keep-form-on-failure.tsx";
import { answerPostForm, emptyPost, postList } from "./answer-post-form.server.ts";
import { useDashboard } from "../frame/use-dashboard.ts";
import { sendImage } from "../record-form/send-image.ts";
import { visitContext } from "../../frame/visit.server.ts";
import type { Route } from "./+types/add-post.route.ts";

export const loader = () => ({ post: emptyPost, action: "/dashboard/New_Post", back: postList });

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  return answerPostForm(visit, request, {
    save: (actor, posted) => addPost(visit.portal, actor, posted),
    told: "post-added",
  });
}

export const clientAction = (sent: Route.ClientActionArgs) => keepFormOnFailure(sent);

export default function NewPost({ loaderData, actionData }: Route.ComponentProps) {
  const { operatorName } = useDashboard();
  return (
    <KeepFormOnFailure answer={actionData}>
      {(refused) => (
        <PostForm
          {...loaderData}
          {...{ operatorName, refused }}
          title={m.post_new()}
          button={m.post_button()}
          send={sendImage}
        />
      )}
    </KeepFormOnFailure>
  );
}
