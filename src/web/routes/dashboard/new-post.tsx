import { m } from "#i18n/compiled/messages.js";
import { addPost } from "#operations/posts/add-post.ts";
import { PostForm } from "#ui/dashboard/posts/post-form.tsx";
import { TypedStays } from "#ui/dashboard/typed-stays.tsx";
import { answerOrStay } from "../../dashboard/answer-or-stay.ts";
import { answerPostForm, emptyPost, postList } from "../../dashboard/posts/answer-post-form.ts";
import { useDashboard } from "../../dashboard/use-dashboard.ts";
import { sendImage } from "../../uploads/send-image.ts";
import { visitContext } from "../../visit.ts";
import type { Route } from "./+types/new-post.ts";

export const loader = () => ({ post: emptyPost, action: "/dashboard/New_Post", back: postList });

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  return answerPostForm(visit, request, {
    save: (actor, posted) => addPost(visit.portal, actor, posted),
    told: "post-added",
  });
}

export const clientAction = (sent: Route.ClientActionArgs) => answerOrStay(sent);

export default function NewPost({ loaderData, actionData }: Route.ComponentProps) {
  const { operatorName } = useDashboard();
  return (
    <TypedStays answer={actionData}>
      {(refused) => (
        <PostForm
          {...loaderData}
          {...{ operatorName, refused }}
          title={m.post_new()}
          button={m.post_button()}
          send={sendImage}
        />
      )}
    </TypedStays>
  );
}
