import { m } from "#i18n/compiled/messages.js";
import { deletePost } from "#operations/posts/delete-post.ts";
import { readPost } from "#operations/posts/read-posts.ts";
import { ConfirmPage } from "#ui/dashboard/confirm.tsx";
import { PageFrame } from "#ui/dashboard/page-frame.tsx";
import { readForm } from "../../accounts/forms.ts";
import { goTo } from "../../accounts/go-to.ts";
import { knownVisitor } from "../../accounts/known-visitor.ts";
import { leadingTo } from "../../accounts/return-address.ts";
import { doAndTell } from "../../dashboard/do-and-tell.ts";
import { backTo } from "../../dashboard/go-on.ts";
import { postList } from "../../dashboard/posts/answer-post-form.ts";
import { useDashboard } from "../../dashboard/use-dashboard.ts";
import { needed } from "../../needed.ts";
import { visitContext } from "../../visit.ts";
import type { Route } from "./+types/delete-post.ts";

export async function loader({ url, context, params: { id } }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  if (actor.mustProveAgain) return goTo(leadingTo("/prove-again", url.pathname + url.search));
  const { title } = await needed(visit, () => readPost(visit.portal, actor, id));
  return { of: title, action: url.pathname, back: backTo(url.searchParams.get("back"), postList) };
}

export async function action({ request, url, context, params: { id } }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  const back = backTo((await readForm(request))["back"], postList);
  const here = `${url.pathname}?${new URLSearchParams({ back }).toString()}`;
  return doAndTell(visit, { deed: "post-deleted", id, back, here, told: { "not-found": "post-gone" } }, () =>
    deletePost(visit.portal, actor, { id }),
  );
}

export default function DeletePost({ loaderData: question }: Route.ComponentProps) {
  return (
    <PageFrame title={m.are_you_sure()} operatorName={useDashboard().operatorName}>
      <ConfirmPage {...question} />
    </PageFrame>
  );
}
